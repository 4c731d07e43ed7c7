import assert from 'node:assert';
import type { QueueName } from '@postrider/contracts/queues';
import { insertAuditEntry, type Pool } from '@postrider/db';
import type { DeadLetters } from '@postrider/messaging';

export interface DeadLetterChange {
  readonly change: 'redrive' | 'discard';
  readonly queue: QueueName;
  /** Of the oldest. */
  readonly limit: number;
  /** What one call changes at most; default: all of them, however long it takes. */
  readonly perCall?: { readonly lettersMax: number; readonly durationMaxMs: number };
  readonly dryRun: boolean;
  readonly operator: string;
  /** For the audit log. */
  readonly reason?: string | undefined;
}

/** How many were changed, or counted; and how many of the `limit` oldest are left. */
export interface DeadLettersChanged {
  readonly letters: number;
  readonly remaining: number;
}

/**
 * Requeues or deletes dead letters, or counts them. The audit log says how many at most before it begins: RabbitMQ takes part in no
 * transaction.
 */
export async function changeDeadLetters(
  { pool, deadLetters }: { readonly pool: Pool; readonly deadLetters: DeadLetters },
  { change, queue, limit, perCall, dryRun, operator, reason }: DeadLetterChange,
): Promise<DeadLettersChanged> {
  const count = (await deadLetters.counts()).find((each) => each.queue === queue);
  assert(count !== undefined, 'every queue of the catalogue is counted');
  const found = Math.min(limit, count.dead);
  if (dryRun || found === 0) return { letters: found, remaining: 0 };
  const most = Math.min(found, perCall?.lettersMax ?? Infinity);
  await insertAuditEntry(pool, {
    organizationId: null,
    actor: { type: 'operator', name: operator },
    action: `dead_letter.${change}`,
    target: { type: 'queue', id: queue },
    after: { letters: most, ...(reason !== undefined && { reason }) },
  });
  const letters = await deadLetters[change](queue, most, perCall);
  // Another has taken them in the meantime.
  if (letters === 0) return { letters, remaining: 0 };
  return { letters, remaining: found - letters };
}
