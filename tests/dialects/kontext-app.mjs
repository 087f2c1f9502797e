// A chat app with the SDK of Kontext under jsdom, unmodified; a process of its own, because it
// replaces globals. Arguments: the ad server, and a JSON list of chats. Prints what the app got.
import { createRequire } from "node:module";
import { messagesOf, READER } from "./kontext-chat.mjs";

const tools = createRequire(new URL("../tools/package.json", import.meta.url));
const { JSDOM } = createRequire(import.meta.url)("jsdom");
const [adServerUrl, chats] = process.argv.slice(2);
const page = new JSDOM("<!doctype html><body></body>", {
  url: "http://chat.test/",
  pretendToBeVisual: true,
});
const { window } = page;
for (const name of ["window", "document", "HTMLElement", "HTMLIFrameElement", "Node"]) {
  globalThis[name] = name === "window" ? window : window[name];
}
Object.defineProperty(globalThis, "navigator", { value: window.navigator, configurable: true });
globalThis.IS_REACT_ACT_ENVIRONMENT = false;
// A browser sends its page's origin with every request.
const send = globalThis.fetch;
globalThis.fetch = window.fetch = (url, options = {}) =>
  send(url, { ...options, headers: { ...options.headers, origin: "http://chat.test" } });

const WAIT_MS = 2_500;
const React = tools("react");
const { createRoot } = tools("react-dom/client");
const { AdsProvider, InlineAd } = tools("@kontextso/sdk-react");

for (const chat of JSON.parse(chats)) {
  const told = await show(chat);
  process.stdout.write(`${JSON.stringify({ name: chat.name, ...told })}\n`);
}
process.exit(0);

function show({ text, regulatory, isDisabled = false, publisherToken = "token" }) {
  const box = window.document.createElement("div");
  window.document.body.append(box);
  const root = createRoot(box);
  const [asked, answer] = messagesOf(text);
  return new Promise((resolve) => {
    const events = [];
    const done = () => {
      const frame = box.querySelector("iframe")?.src;
      root.unmount();
      box.remove();
      resolve({ events, frame });
    };
    const timer = setTimeout(done, WAIT_MS);
    const onEvent = (event) => {
      events.push(event);
      if (!["ad.no-fill", "ad.error", "ad.filled"].includes(event.name)) return;
      clearTimeout(timer);
      // The offer belongs to the answer, which comes after it was asked for.
      render([asked, answer]);
      setTimeout(done, 60);
    };
    const render = (messages) =>
      root.render(
        React.createElement(
          AdsProvider,
          {
            adServerUrl,
            publisherToken,
            ...READER,
            messages,
            regulatory,
            isDisabled,
            onEvent,
          },
          ...messages.map(({ id }) =>
            React.createElement(InlineAd, { key: id, code: "inlineAd", messageId: id }),
          ),
        ),
      );
    render([asked]);
  });
}
