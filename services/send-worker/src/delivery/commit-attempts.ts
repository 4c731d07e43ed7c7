import type { Pool } from '@postrider/db';
import { createBatcher } from '@postrider/runtime';
import type { SendGate } from '../restorations/send-gate';
import { beginAttempts, type Attempts } from './attempts.repository';
import type { Pacer } from './pacer';
import { eachKind, type TransactionKind, type TransactionsInFlight } from './transactions-in-flight';

/** True: the attempts of this transaction are committed and remembered, and its body may leave. */
export type CommitAttempts = (attempts: Attempts, kind: TransactionKind) => Promise<boolean>;

/** Rows of one statement; a transaction has a hundred at most. */
const attemptsAtOnceMax = 1_000;

export function createCommitAttempts({
  pool,
  workerId,
  gate,
  inFlight,
  pacer,
}: {
  readonly pool: Pool;
  readonly workerId: string;
  readonly gate: Pick<SendGate, 'server' | 'lookAgain' | 'remember'>;
  readonly inFlight: TransactionsInFlight;
  readonly pacer: Pick<Pacer, 'observe'>;
}): CommitAttempts {
  const commitsOf = (kind: TransactionKind) =>
    createBatcher<Attempts, boolean>({
      name: 'attempts',
      inFlightMax: 1,
      gather: inFlight.gather(kind),
      weightOf: ({ length }) => length,
      weightMax: attemptsAtOnceMax,
      run: (transactions) => beginAttempts(pool, { transactions, workerId, gate }),
      onBatch: (_size, durationMs) => {
        if (kind === 'of-few') pacer.observe(durationMs);
      },
    });
  const commits = eachKind(commitsOf);
  return async (attempts, kind) => {
    const isCommitted = await commits[kind].submit(attempts);
    const last = attempts.at(-1);
    if (isCommitted && last) await gate.remember(`${last.messageId} ${last.ordinal} ${last.pass}`);
    return isCommitted;
  };
}
