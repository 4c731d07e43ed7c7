import type { Pool } from '@postrider/db';
import { createBatcher } from '@postrider/runtime';
import type { ClaimedMessage } from '../claims/claimed-message';
import { eachSize, type MessagesInHand, type SenderSize } from '../fairness/messages-in-hand';
import { idRange } from '../claims/claims.repository';
import { isHoldingSql, serverSql } from '../restorations/look.repository';
import type { SendGate } from '../restorations/send-gate';
import type { Pacer } from '../fairness/pacer';
import type { TransactionsInFlight } from '../fairness/transactions-in-flight';

/** The body of this message is about to leave for this recipient. */
export interface Attempt {
  readonly messageId: string;
  readonly ordinal: number;
  readonly round: number;
  /** The peer as we reached it. */
  readonly destination: string;
  /** Ours; null where it is not known. */
  readonly sourceAddress: string | null;
  /** Name of the transport, where the destination has one. */
  readonly transport: string | null;
  /** As its column has it. */
  readonly tls: string | null;
}

/** Those of one transaction. */
type Attempts = readonly Attempt[];

interface Transaction {
  readonly message: ClaimedMessage;
  /** When it began. */
  readonly senderSize: SenderSize;
  readonly attempts: Attempts;
}

/** True: the attempts of this transaction are committed and remembered, and its body may leave. */
export type CommitAttempts = (transaction: Transaction) => Promise<boolean>;

/** Rows of one statement; a transaction has a hundred at most. */
const attemptsAtOnceMax = 1_000;

export function createCommitAttempts({
  pool,
  workerId,
  gate,
  inFlight,
  inHand,
  pacer,
}: {
  readonly pool: Pool;
  readonly workerId: string;
  readonly gate: Pick<SendGate, 'server' | 'lookAgain' | 'remember'>;
  readonly inFlight: TransactionsInFlight;
  readonly inHand: Pick<MessagesInHand, 'sizeOf'>;
  readonly pacer: Pick<Pacer, 'observe'>;
}): CommitAttempts {
  const commitsOf = (size: SenderSize) =>
    createBatcher<Transaction, boolean>({
      name: 'attempts',
      inFlightMax: 1,
      gather: inFlight.gather(size),
      weightOf: ({ attempts }) => attempts.length,
      weightMax: attemptsAtOnceMax,
      run: async (batch) => {
        const begunMs = performance.now();
        const transactions = batch.map(({ attempts }) => attempts);
        const begun = await beginAttempts(pool, { transactions, workerId, gate });
        // The first messages of a flood are a small sender's until more have come: by now they are not.
        if (batch.some(({ message }) => inHand.sizeOf(message) === 'small')) {
          pacer.observe(performance.now() - begunMs);
        }
        return begun;
      },
    });
  const commits = eachSize(commitsOf);
  return async (transaction) => {
    const isCommitted = await commits[transaction.senderSize].submit(transaction);
    const last = transaction.attempts.at(-1);
    if (isCommitted && last) await gate.remember(`${last.messageId} ${last.ordinal} ${last.round}`);
    return isCommitted;
  };
}

/**
 * The join is the fence: a worker that stood still for longer than its lease has lost its message, gets no row and so sends
 * nothing. After a lease's end, the sweep waits long enough for statements that began before it (`leaseGraceMs`).
 *
 * $10 the server that this worker has judged. On another server, which may be older, and while a restoration is being held, nothing
 * begins.
 */
const insertAttemptsSql = `
WITH begun AS (
INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, source_address, transport,
  tls, started_at)
SELECT a.message_id, a.ordinal, a.round, $5, a.destination, a.source_address, a.transport, a.tls, now()
FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $8::text[], $9::text[], $11::text[])
  AS a(message_id, ordinal, round, destination, source_address, transport, tls)
JOIN messages m ON m.id = a.message_id AND m.id >= $6 AND m.id <= $7
WHERE m.status = 'sending' AND m.lease_owner = $5 AND m.rounds = a.round AND m.lease_until > now()
  AND ${serverSql} = $10 AND NOT ${isHoldingSql}
ON CONFLICT DO NOTHING
RETURNING message_id, ordinal
)
SELECT ${serverSql} = $10 AND NOT ${isHoldingSql} AS "maySend", begun.message_id, begun.ordinal
FROM (SELECT) once LEFT JOIN begun ON true`;

interface Beginning {
  readonly transactions: readonly Attempts[];
  readonly workerId: string;
  readonly gate: Pick<SendGate, 'server' | 'lookAgain'>;
}

/** Commits the attempts that may still begin; returns for each transaction whether all of its recipients are among them. */
export async function beginAttempts(pool: Pool, beginning: Beginning): Promise<readonly boolean[]> {
  const { transactions, gate } = beginning;
  let result = await insertAttempts(pool, beginning);
  // The server was restarted, or another one took over: what was judged has to be judged again.
  if (!result.maySend && (await gate.lookAgain())) result = await insertAttempts(pool, beginning);
  const { begun } = result;
  return transactions.map((transaction) => transaction.every((attempt) => begun.has(keyOf(attempt))));
}

const keyOf = ({ messageId, ordinal }: Attempt): string => `${messageId} ${ordinal}`;

interface Row {
  readonly maySend: boolean;
  /** Null: none has begun. */
  readonly message_id: string | null;
  readonly ordinal: number | null;
}

async function insertAttempts(
  pool: Pool,
  { transactions, workerId, gate }: Beginning,
): Promise<{ readonly maySend: boolean; readonly begun: ReadonlySet<string> }> {
  const attempts = transactions.flat();
  const { low, high } = idRange(attempts.map((attempt) => attempt.messageId));
  const { rows } = await pool.query<Row>({
    name: 'delivery.begin-attempts',
    text: insertAttemptsSql,
    values: [
      attempts.map((attempt) => attempt.messageId),
      attempts.map((attempt) => attempt.ordinal),
      attempts.map((attempt) => attempt.round),
      attempts.map((attempt) => attempt.destination),
      workerId,
      low,
      high,
      attempts.map((attempt) => attempt.sourceAddress),
      attempts.map((attempt) => attempt.transport),
      gate.server(),
      attempts.map((attempt) => attempt.tls),
    ],
  });
  return {
    maySend: rows[0]?.maySend === true,
    begun: new Set(rows.map((row) => `${row.message_id} ${row.ordinal}`)),
  };
}
