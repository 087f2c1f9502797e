/** Names that lead nowhere but to this machine, its network or a document. */
const LOCAL_HOST = /(?:^|\.)(?:localhost|local|internal|test|example|invalid|lan|home\.arpa)$/;
const PRIVATE_IP = /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[/;

/** Whether strangers can reach an address. */
export function isPublic(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && !LOCAL_HOST.test(hostname) && !PRIVATE_IP.test(hostname);
}
