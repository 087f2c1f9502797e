import type { Authenticator } from "../domain/identity/index.ts";
import type { TrafficGuard } from "../domain/traffic/index.ts";

/** An authenticator that records the IPs that agents call from: clicks from there are their own. */
export function noteOwnIps(authenticator: Authenticator, traffic: TrafficGuard): Authenticator {
  return {
    async authenticate(key, from) {
      const caller = await authenticator.authenticate(key, from);
      traffic.noteOwn(caller.agentId, from?.ip);
      return caller;
    },
  };
}
