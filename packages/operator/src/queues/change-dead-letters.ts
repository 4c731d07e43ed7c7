import assert from 'node:assert';
import type { QueueName } from '@postrider/contracts/queues';
import { insertAuditEntry, type Pool } from '@postrider/db';
import type { DeadLetters } from '@postrider/messaging';

export interface DeadLetterChange {
  readonly change: 'redrive' | 'discard';
  readonly queue: QueueName;
  /** Of the oldest. */
  readonly limit: number;
  readonly dryRun: boolean;
  readonly operator: string;
  /** For the audit log. */
  readonly reason?: string | undefined;
}

/**
 * Requeues or deletes dead letters, or counts them. The audit log says how many before it begins: RabbitMQ takes part in no
 * transaction.
 * @returns how many
 */
export async function changeDeadLetters(
  { pool, deadLetters }: { readonly pool: Pool; readonly deadLetters: DeadLetters },
  { change, queue, limit, dryRun, operator, reason }: DeadLetterChange,
): Promise<number> {
  const count = (await deadLetters.counts()).find((each) => each.queue === queue);
  assert(count !== undefined, 'every queue of the catalogue is counted');
  const letters = Math.min(limit, count.dead);
  if (dryRun || letters === 0) return letters;
  await insertAuditEntry(pool, {
    organizationId: null,
    actor: { type: 'operator', name: operator },
    action: `dead_letter.${change}`,
    target: { type: 'queue', id: queue },
    after: { letters, ...(reason !== undefined && { reason }) },
  });
  return deadLetters[change](queue, letters);
}
