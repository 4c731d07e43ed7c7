import type { RedisClient } from '@postrider/messaging';
import { createBatcher, type Logger } from '@postrider/runtime';

/** A committed attempt: `<message id> <ordinal> <round>`. A database that does not know it is older than what has been sent. */
export type SendMark = string;

/** What Redis remembers. Null: it does not answer. */
export interface RememberedMarks {
  readonly marks: readonly SendMark[];
  /** When a worker that may send last looked, by PostgreSQL's clock; null: not known. */
  readonly seenAt: Date | null;
}

export interface SendMarks {
  /** Resolves when Redis knows it or a later one, or does not answer: mail does not wait for Redis. */
  remember(mark: SendMark): Promise<void>;
  read(): Promise<RememberedMarks | null>;
  /** A worker has looked; marks of workers that have gone are forgotten. */
  seen(now: Date): Promise<void>;
  /** The last one that this process made. */
  last(): SendMark | null;
}

const seenField = 'seen';
/** Attempts are committed in order: a database that lacks one of an hour ago lacks the newest too. */
const keptMs = 3_600_000;
/** After a failure nothing waits for Redis for so long; it answers within a millisecond, or fails after 500. */
const restMs = 1_000;

/**
 * The memory outside of the database: a hash in Redis with the last attempt of each worker. It is written after the
 * attempt's commit and before the body leaves, once for all that wait at that moment.
 */
export function createSendMarks({
  redis,
  installationId,
  workerId,
  log,
}: {
  readonly redis: RedisClient;
  readonly installationId: string;
  readonly workerId: string;
  readonly log: Logger;
}): SendMarks {
  const key = `postrider:{${installationId}}:send-marks`;
  let lastMark: SendMark | null = null;
  let restsUntilMs = 0;
  const write = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    try {
      await redis.hset(key, fields);
    } catch (error) {
      restsUntilMs = performance.now() + restMs;
      log.debug({ err: error }, 'Redis does not record what is sent');
    }
  };
  const writes = createBatcher<SendMark, void>({
    name: 'send marks',
    inFlightMax: 1,
    batchMax: 10_000,
    run: async (marks) => {
      await write({ [workerId]: `${marks.at(-1) ?? ''} ${Date.now()}` });
      return marks.map(() => undefined);
    },
  });

  return {
    last: () => lastMark,
    remember: async (mark) => {
      lastMark = mark;
      const written = writes.submit(mark);
      if (performance.now() >= restsUntilMs) await written;
      else void written;
    },
    read: async () => {
      const fields = await redis.hgetall(key).catch(() => null);
      if (fields === null) return null;
      const { [seenField]: seen, ...markOf } = fields;
      return {
        marks: Object.values(markOf).map((value) => value.slice(0, value.lastIndexOf(' '))),
        seenAt: seen === undefined ? null : new Date(Number(seen)),
      };
    },
    seen: async (now) => {
      await write({ [seenField]: String(now.getTime()) });
      const spent = spentFields(await redis.hgetall(key).catch(() => ({})));
      if (spent.length > 0) await redis.hdel(key, ...spent).catch(() => undefined);
    },
  };
}

function spentFields({ [seenField]: _seen, ...markOf }: Record<string, string>): string[] {
  const timeOf = (value: string): number => Number(value.slice(value.lastIndexOf(' ') + 1));
  const newest = Math.max(...Object.values(markOf).map(timeOf));
  return Object.keys(markOf).filter((field) => timeOf(markOf[field] ?? '') < newest - keptMs);
}
