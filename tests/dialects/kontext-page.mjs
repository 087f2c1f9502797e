// A chat app with the SDK of Kontext, unmodified, for a browser. It shows the conversation that
// `startChat` is given and keeps what the SDK told it in `told`.
import { AdsProvider, InlineAd } from "@kontextso/sdk-react";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { messagesOf, READER } from "./kontext-chat.mjs";

globalThis.told = [];

globalThis.startChat = ({ adServerUrl, publisherToken, text }) => {
  const root = createRoot(document.getElementById("chat"));
  const [asked, answer] = messagesOf(text);
  const render = (messages) =>
    root.render(
      createElement(
        AdsProvider,
        {
          adServerUrl,
          publisherToken,
          ...READER,
          messages,
          onEvent: ({ name, payload }) => {
            globalThis.told.push({ name, payload });
            // The offer belongs to the answer, which comes after it was asked for.
            if (name === "ad.filled") render([asked, answer]);
          },
        },
        ...messages.map(({ id, content }) =>
          createElement(
            "div",
            { key: id },
            content,
            createElement(InlineAd, { code: "inlineAd", messageId: id }),
          ),
        ),
      ),
    );
  render([asked]);
};
