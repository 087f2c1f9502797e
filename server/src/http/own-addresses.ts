import type { Authenticator } from "../domain/identity/index.ts";
import type { TrafficGuard } from "../domain/traffic/index.ts";

/** An authenticator that remembers from where agents call: clicks from there are their own. */
export function noteAddresses(authenticator: Authenticator, traffic: TrafficGuard): Authenticator {
  return {
    async authenticate(key, from) {
      const caller = await authenticator.authenticate(key, from);
      traffic.noteOwn(caller.agentId, from?.address);
      return caller;
    },
  };
}
