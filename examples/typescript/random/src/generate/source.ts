/** Where randomness comes from: the host, or a text that it follows from. */

import { chacha20orig } from "@noble/ciphers/chacha.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Gives a number of 64 bits, each as likely as any other. */
export type Source = () => bigint;

/** Unguessable randomness. */
export const unguessable: Source = () => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;

/** How much of a stream is made at once. */
const CHUNK = 4096;

/**
 * The ChaCha20 stream whose key is the SHA-256 of the text.
 *
 * Users rely on equal seeds giving equal results in every version to come: this may never change.
 */
export function seeded(seed: string): Source {
  const key = sha256(new TextEncoder().encode(seed));
  let stream = new BigUint64Array(0);
  let next = 0;
  let block = 0;
  return () => {
    if (next === stream.length) {
      const bytes = chacha20orig(key, new Uint8Array(8), new Uint8Array(CHUNK), undefined, block);
      stream = new BigUint64Array(bytes.buffer, bytes.byteOffset, CHUNK / 8);
      block += CHUNK / 64;
      next = 0;
    }
    return stream[next++] ?? 0n;
  };
}
