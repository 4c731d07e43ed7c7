/** Above the second by which a worker may claim too early: what it takes has expired for certain, and fails. */
const afterExpiryMs = 2_000;

/**
 * `due_at` of a message that waits for its screening: never, so that no worker and no timer meets it. Its `expires_at`
 * fails it on time all the same: it becomes due when it has expired, never before.
 */
export function heldDueAt(expiresAt: string | null): Date | null {
  return expiresAt === null ? null : new Date(Date.parse(expiresAt) + afterExpiryMs);
}
