import { createHash, randomBytes } from 'node:crypto';

/** In this form logs recognise it (`redactText`). */
const tokenForm = /^pr_share_[0-9a-f]{64}$/;

export function newShareToken(): string {
  return `pr_share_${randomBytes(32).toString('hex')}`;
}

/** What is stored of it; null: it has not the form of one. */
export function hashOfShareToken(token: string): Buffer | null {
  return tokenForm.test(token) ? createHash('sha256').update(token).digest() : null;
}
