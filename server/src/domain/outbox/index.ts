export {
  enqueuePostback,
  measureOutbox,
  takeRows,
} from "./queries.ts";
