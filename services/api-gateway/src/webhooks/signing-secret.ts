import { randomBytes } from 'node:crypto';

/** 256 bits: as much as the HMAC-SHA256 that it keys. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
