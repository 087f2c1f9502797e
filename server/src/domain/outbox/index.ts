export {
  measureOutbox,
  takeMessages,
  tell,
} from "./queries.ts";
