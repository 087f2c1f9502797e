/** A reader whose name and address must not leave the chat. */
export const READER = {
  userId: "reader-77",
  userEmail: "reader@mail.test",
  conversationId: "conversation-1",
  enabledPlacementCodes: ["inlineAd"],
  logLevel: "silent",
};

/** A question, and its answer, which an offer belongs to. */
export const messagesOf = (text) => [
  { id: "m1", role: "user", content: text, createdAt: new Date() },
  { id: "m2", role: "assistant", content: "Here it is.", createdAt: new Date() },
];
