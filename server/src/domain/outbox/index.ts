export {
  measureOutbox,
  type OutboxMessage,
  type OutboxRow,
  takeMessages,
  tell,
} from "./queries.ts";
