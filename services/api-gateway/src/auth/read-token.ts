import { hash } from 'node:crypto';

/** Longer than any token we mint; what does not look like one is not looked up. */
const bearer = /^Bearer +(pr_(?:live|test)_[\w-]{16,200})$/i;

/** SHA-256 of the token in the Authorization header, in hex; null when there is none or it is malformed. */
export function readTokenHash(authorization: string | undefined): string | null {
  const token = authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
  return token === undefined ? null : hash('sha256', token, 'hex');
}
