export {
  enqueuePostback,
  enqueueUpdate,
  measureOutbox,
  takeRows,
} from "./queries.ts";
