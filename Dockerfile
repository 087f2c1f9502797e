# The exchange as a container: npm run serve, npm run work and npm run migrate by their entry points.
# It runs as an ordinary user and writes to /data alone, so the root file system may be read-only:
#   docker run --read-only --tmpfs /tmp -v data:/data placard
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY publisher-kit/package.json publisher-kit/
COPY vocabulary/package.json vocabulary/
COPY widget/package.json widget/
COPY demo-chat/package.json demo-chat/
COPY local/package.json local/
COPY tests/package.json tests/
RUN npm ci --omit=dev --ignore-scripts \
  --workspace server --workspace publisher-kit --workspace vocabulary --workspace widget

FROM packages AS pages
COPY . .
RUN node server/src/pages.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app ./
COPY migrations migrations
COPY vocabulary vocabulary
COPY publisher-kit publisher-kit
COPY widget widget
COPY server server
COPY local local
COPY --from=pages /app/server/pages/dist server/pages/dist
COPY --from=pages /app/widget/dist widget/dist
RUN useradd --system --no-create-home placard && install -d -o placard -g placard /data
USER placard
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=2s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "server/src/serve.ts"]
