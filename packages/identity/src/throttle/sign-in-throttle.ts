import { hash } from 'node:crypto';
import type { Pool } from '@postrider/db';
import { clientNetwork, type Clock } from '@postrider/runtime';

/** One attempt to prove who a user is by something that could be guessed. */
export interface SignInAttempt {
  /** A code is asked for when the password was right: guessing it from many addresses must not be possible at all. */
  readonly kind: 'password' | 'code';
  readonly address: string;
  /** The email address that was typed. */
  readonly account: string;
  /** Of a device that has signed in to this account before; null: unknown. */
  readonly deviceId: string | null;
}

export interface SignInThrottle {
  /**
   * Counts the attempt as failed before it is checked, so that many at the same time are not more than one after another.
   * @returns seconds until the next attempt is accepted; null: this one is
   */
  begin(attempt: SignInAttempt): Promise<number | null>;
  /** Takes the count back; of a known device, all of its window. */
  succeed(attempt: SignInAttempt): Promise<void>;
  /** Deletes windows that are over. */
  sweep(): Promise<void>;
}

const windowMs = 15 * 60_000;
const failuresMax = { network: 20, account: 10, device: 10 };

/**
 * Counts failed attempts of the last quarter of an hour, for all replicas.
 *
 * A network is refused after 20 failures. An account that failed 10 times, from wherever, is closed to networks that have failed at it
 * too: each has one guess, so guessing from many addresses is slow, and knowing an address is not enough to lock its owner out.
 * A device that has signed in to the account before has 10 failures of its own, whatever others do. For codes the account's limit holds for
 * all other devices.
 */
export function createSignInThrottle({ pool, clock }: { pool: Pool; clock: Clock }): SignInThrottle {
  return {
    begin: async (attempt) => {
      const subjects = subjectsOf(attempt);
      const now = clock.now();
      const { rows } = await pool.query<FailureRow>({
        name: 'identity.count-attempt',
        text: countAttemptSql,
        values: [Object.values(subjects), new Date(now.getTime() + windowMs), now],
      });
      const counted = (subject: Buffer | undefined) => rows.find((row) => subject?.equals(row.subject));
      const over = (subject: Buffer | undefined, max: number) => {
        const row = counted(subject);
        return row !== undefined && row.failures > max ? row : undefined;
      };
      const hasFailedBefore = (counted(subjects.pair)?.failures ?? 0) > 1;
      const blocking =
        over(subjects.device, failuresMax.device) ??
        over(subjects.network, failuresMax.network) ??
        (attempt.kind === 'code' || hasFailedBefore
          ? over(subjects.account, failuresMax.account)
          : undefined);
      if (blocking === undefined) return null;
      return Math.max(1, Math.ceil((blocking.expires_at.getTime() - now.getTime()) / 1_000));
    },
    succeed: async (attempt) => {
      const { device, ...others } = subjectsOf(attempt);
      const [text, subjects] = device ? [forgetSql, [device]] : [takeBackSql, Object.values(others)];
      await pool.query(text, [subjects]);
    },
    sweep: async () => {
      await pool.query('DELETE FROM sign_in_failures WHERE expires_at < $1', [clock.now()]);
    },
  };
}

interface FailureRow {
  readonly subject: Buffer;
  readonly failures: number;
  readonly expires_at: Date;
}

/** In the order of their subjects, so that two statements never wait for each other in a circle. */
const countAttemptSql = `
INSERT INTO sign_in_failures AS f (subject, failures, expires_at)
SELECT subject, 1, $2::timestamptz FROM unnest($1::bytea[]) AS subject ORDER BY subject
ON CONFLICT (subject) DO UPDATE SET
  failures = CASE WHEN f.expires_at > $3::timestamptz THEN f.failures + 1 ELSE 1 END,
  expires_at = CASE WHEN f.expires_at > $3::timestamptz THEN f.expires_at ELSE excluded.expires_at END
RETURNING subject, failures, expires_at`;
const forgetSql = 'DELETE FROM sign_in_failures WHERE subject = ANY($1)';
const takeBackSql = `
UPDATE sign_in_failures f SET failures = f.failures - 1
  FROM (SELECT subject FROM sign_in_failures WHERE subject = ANY($1) ORDER BY subject FOR UPDATE) AS found
 WHERE f.subject = found.subject AND f.failures > 0`;

interface Subjects {
  readonly network?: Buffer;
  /** Of network and account: whether this network has failed at this account. */
  readonly pair?: Buffer;
  readonly account?: Buffer;
  readonly device?: Buffer;
}

/** A known device has a count of its own, and does not add to those of its network and account. */
function subjectsOf({ kind, address, account, deviceId }: SignInAttempt): Subjects {
  const name = `${kind} ${account.toLowerCase()}`;
  if (deviceId !== null) return { device: subjectOf('device', deviceId, name) };
  const network = clientNetwork(address);
  return {
    network: subjectOf('network', network),
    pair: subjectOf('pair', network, name),
    account: subjectOf('account', name),
  };
}

/** Addresses of people are not stored, and any length is. */
function subjectOf(...parts: readonly string[]): Buffer {
  return hash('sha256', parts.join('\n'), 'buffer');
}
