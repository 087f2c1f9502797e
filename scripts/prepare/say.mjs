/** A reason to stop that the person at the keyboard can act on: one line, no stack. */
export class SetupError extends Error {}

/** Progress goes to standard error, so that the output of the command itself stays clean. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
