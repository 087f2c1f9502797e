/** Where the key is if the reader wants it to survive a reload: in this tab, until it closes. */
const NAME = "placard-console-key";

export function keptKey(): string | undefined {
  return storage()?.getItem(NAME) ?? undefined;
}

export function keepKey(key: string): void {
  storage()?.setItem(NAME, key);
}

export function dropKey(): void {
  storage()?.removeItem(NAME);
}

/** A browser may forbid storage, which costs no more than typing the key again. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
