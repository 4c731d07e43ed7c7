import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@postrider/testkit';
import { loadMessage, type LoadMessage } from './message';
import type { Submitter } from './submission';

export interface AcceptedMessage extends LoadMessage {
  readonly id: string;
}

/** Messages handed in at a steady rate; each is tried again, as the same message, until it is accepted. */
export interface Load {
  readonly accepted: readonly AcceptedMessage[];
  /** Tries that failed, by cause. */
  readonly failures: ReadonlyMap<string, number>;
  /** Messages that were refused for good, or not accepted in `giveUpMs`, with the last cause. */
  readonly lost: readonly string[];
  /** Time to the 2xx of messages that needed one try, in milliseconds. */
  readonly latenciesMs: readonly number[];
  /** Accepted messages a second, up to now or to the end. */
  rate(): number;
  /** Resolves when that share of all messages (0–1) has been accepted. */
  reaches(share: number): Promise<void>;
  /** Resolves when every message is accepted or lost. */
  readonly done: Promise<void>;
}

export interface LoadOptions {
  readonly http: Submitter;
  readonly smtp: Submitter;
  readonly messages: number;
  readonly perSecond: number;
}

const tickMs = 20;
/** Clients wait for their answers: beyond this many at a time no new ones come. */
const outstandingMax = 1_500;
const giveUpMs = 150_000;
const backOffMs = { first: 100, longest: 2_000 };
/** Every tenth message comes by SMTP. */
const smtpEvery = 10;

export function startLoad(options: LoadOptions): Load {
  const { messages, perSecond } = options;
  const accepted: AcceptedMessage[] = [];
  const failures = new Map<string, number>();
  const lost: string[] = [];
  const latenciesMs: number[] = [];
  const begunMs = performance.now();
  let endedMs: number | undefined;

  const handIn = async (message: LoadMessage): Promise<void> => {
    const submitter = message.number % smtpEvery === 0 ? options.smtp : options.http;
    const startedMs = performance.now();
    let waitMs = backOffMs.first;
    for (let tries = 1; ; tries += 1) {
      const result = await submitter.submit(message);
      if (result.kind === 'accepted') {
        accepted.push({ ...message, id: result.id });
        if (tries === 1) latenciesMs.push(performance.now() - startedMs);
        return;
      }
      failures.set(result.cause, (failures.get(result.cause) ?? 0) + 1);
      if (result.kind === 'refused' || performance.now() - startedMs > giveUpMs) {
        lost.push(`order ${message.number}: ${result.cause}`);
        return;
      }
      await delay(waitMs);
      waitMs = Math.min(waitMs * 2, backOffMs.longest);
    }
  };

  const run = async (): Promise<void> => {
    const outstanding = new Set<Promise<void>>();
    let next = 1;
    let allowance = 0;
    while (next <= messages) {
      allowance = Math.min(allowance + (perSecond * tickMs) / 1_000, perSecond);
      while (allowance >= 1 && next <= messages && outstanding.size < outstandingMax) {
        const one = handIn(loadMessage(next)).finally(() => outstanding.delete(one));
        outstanding.add(one);
        next += 1;
        allowance -= 1;
      }
      await delay(tickMs);
    }
    await Promise.all(outstanding);
    endedMs = performance.now();
  };

  return {
    accepted,
    failures,
    lost,
    latenciesMs,
    rate: () => (accepted.length * 1_000) / ((endedMs ?? performance.now()) - begunMs),
    reaches: (share) =>
      eventually(() => accepted.length >= share * messages || endedMs !== undefined, {
        timeoutMs: 600_000,
        what: `acceptance of ${Math.round(share * 100)} % of the load`,
      }).then(() => undefined),
    done: run(),
  };
}
