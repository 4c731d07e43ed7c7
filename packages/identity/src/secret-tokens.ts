import { hash, randomBytes } from 'node:crypto';

/** A secret that a browser or a link carries: 256 random bits, of which only the hash is stored. */
export interface SecretToken {
  readonly token: string;
  readonly tokenHash: Buffer;
}

const tokenBytes = 32;

export function createSecretToken(): SecretToken {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

/** SHA-256: a fast hash is enough for a secret that cannot be guessed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
