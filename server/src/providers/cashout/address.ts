import { Network, validate } from "bitcoin-address-validation";

/** Whether bitcoin of the main network can be sent there: form, network and checksum. */
export function isMainnetAddress(address: string): boolean {
  return validate(address, Network.mainnet);
}
