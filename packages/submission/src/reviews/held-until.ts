/** `due_at` of a message that waits for its screening: no worker and no timer ever meets it. */
const heldUntil = new Date('9999-01-01T00:00:00.000Z');

/** Above the second by which a worker may claim too early: what it takes has expired for certain, and fails. */
const afterExpiryMs = 2_000;

/**
 * Until when a message is held that nobody has screened. Its `expires_at` fails it on time all the same: it becomes due
 * when it has expired, never before.
 */
export function heldDueAt(expiresAt: string | null): Date {
  return expiresAt === null ? heldUntil : new Date(Date.parse(expiresAt) + afterExpiryMs);
}
