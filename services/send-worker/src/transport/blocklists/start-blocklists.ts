import { once } from 'node:events';
import type { Pool } from '@postrider/db';
import type { Blocklist } from '@postrider/mail';
import { startRecurringTask, type CounterVec, type Logger, type Metrics } from '@postrider/runtime';
import { takeTurn } from '../../take-turn';
import type { DnsResolver } from '../dns/dns-resolver';
import { createAskBlocklist, type AskBlocklist } from './ask-blocklist';
import {
  addUsedAddresses,
  countListedSources,
  recordAnswer,
  takeDueLookups,
  updateSubjects,
  type DueLookup,
} from './blocklists.repository';

const usualIntervalMs = 60_000;
const subjectsEveryMs = 3_600_000;
const pageMax = 100;
/** Lists throttle those who ask much at once, and nothing is in a hurry. */
const lookupsAtOnceMax = 10;

export interface BlocklistOptions {
  readonly pool: Pool;
  readonly lists: readonly Blocklist[];
  readonly resolver: DnsResolver;
  /** Addresses that this machine sends from without their being configured. */
  readonly usedAddresses: () => Promise<readonly string[]>;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly intervalMs?: number;
}

/**
 * Looks up each source address and each verified domain once a day. Rows say what is due, so workers share the work, and one that dies
 * leaves its page to the others.
 */
export function startBlocklists(options: BlocklistOptions): { close(): Promise<void> } {
  const { pool, lists, resolver, log, metrics, intervalMs = usualIntervalMs } = options;
  const results = metrics.counter(
    'send_blocklist_lookups',
    'Lookups of addresses and domains in blocklists.',
    {
      result: ['listed', 'not_listed', 'unknown'],
    },
  );
  let listed: ReadonlyMap<string, number> = new Map();
  metrics.gauge('send_sources_blocklisted', 'Source addresses that a blocklist lists.', () =>
    lists
      .filter(({ kind }) => kind === 'address')
      .map(({ name }) => ({ value: listed.get(name) ?? 0, labels: { list: name } })),
  );
  if (lists.length === 0) return { close: () => Promise.resolve() };
  let usedUntilMs = 0;

  return startRecurringTask({
    name: 'blocklists',
    intervalMs,
    log,
    run: async (signal) => {
      if (performance.now() >= usedUntilMs) {
        await addUsedAddresses(pool, lists, await options.usedAddresses());
        usedUntilMs = performance.now() + subjectsEveryMs;
      }
      if (await takeTurn(pool, { name: 'blocklist-subjects', intervalMs: subjectsEveryMs })) {
        await updateSubjects(pool, lists);
      }
      const due = await takeDueLookups(pool, lists, pageMax);
      await lookUpAll(due, { ...options, ask: createAskBlocklist(resolver), results, signal });
      listed = await countListedSources(pool);
      return due.length === pageMax ? 'again' : undefined;
    },
  });
}

interface Round extends BlocklistOptions {
  readonly ask: AskBlocklist;
  readonly results: CounterVec<'result'>;
  readonly signal: AbortSignal;
}

/** A worker that stops does not wait for name servers: what it has not recorded is due again when its lease ends. */
async function lookUpAll(due: readonly DueLookup[], round: Round): Promise<void> {
  const { signal } = round;
  const waiting = due[Symbol.iterator]();
  const work = async (): Promise<void> => {
    // All take from the same iterator.
    for (const lookup of waiting) {
      if (signal.aborted) return;
      await lookUp(lookup, round);
    }
  };
  const working = Promise.all(Array.from({ length: lookupsAtOnceMax }, work));
  const answered = new AbortController();
  const stopped = once(signal, 'abort', { signal: answered.signal }).catch(() => undefined);
  await Promise.race([working, stopped]);
  answered.abort();
}

async function lookUp(lookup: DueLookup, { pool, lists, ask, results, signal, log }: Round): Promise<void> {
  const list = lists.find(({ name }) => name === lookup.list);
  if (list === undefined) return;
  const answer = await ask({ list, subject: lookup.subject });
  if (signal.aborted) return;
  await recordAnswer(pool, lookup, { answer, kind: list.kind });
  results.add(1, { result: answer.kind });
  if (answer.kind === 'listed' && !lookup.isListed) {
    const { codes, reason } = answer;
    log.warn({ list: list.name, subject: lookup.subject, codes, reason }, 'found on a blocklist');
  }
  if (answer.kind === 'unknown') {
    log.debug({ list: list.name, error: answer.error }, 'a blocklist does not answer');
  }
}
