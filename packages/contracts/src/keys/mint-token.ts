import { hash, randomBytes } from 'node:crypto';
import type { Mode } from '../statuses/statuses';

export interface MintedToken {
  /** `pr_live_…` or `pr_test_…`: shown once, never stored. */
  readonly token: string;
  /** First 12 characters, for people to recognise it. */
  readonly prefix: string;
  /** SHA-256. */
  readonly tokenHash: Uint8Array<ArrayBuffer>;
}

/** 192 bits: a fast hash is enough for a secret that cannot be guessed. */
const secretBytes = 24;
const prefixChars = 12;

export function mintToken(mode: Mode): MintedToken {
  const token = `pr_${mode}_${randomBytes(secretBytes).toString('hex')}`;
  return {
    token,
    prefix: token.slice(0, prefixChars),
    tokenHash: new Uint8Array(hash('sha256', token, 'buffer')),
  };
}
