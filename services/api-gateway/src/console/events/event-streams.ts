import { AppError } from '@postrider/contracts/errors';
import type { Pool } from '@postrider/db';
import { startRecurringTask, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import type { Changes } from '../../changes/follow-changes';
import { createEventStream, type EventStream, type StreamReader } from './event-stream';
import { findReaders } from './readers.repository';

/** The open event streams of this gateway. */
export interface EventStreams {
  /** @throws AppError `rate_limited`, `service_unavailable` */
  open(reader: StreamReader): OpenStream;
  close(): Promise<void>;
}

/** To be sent to the browser, and ended when it is gone. */
export interface OpenStream {
  readonly pieces: AsyncIterable<string>;
  end(): void;
}

/** At most one batch of changes a stream and second. */
const tickMs = 1_000;
/** A stream ends this long after its session at most. */
const readersCheckMs = 15_000;
const readersAtOnceMax = 1_000;
const streamsMax = 10_000;
/** Tabs of a browser share one; two organizations need two. */
const streamsPerSessionMax = 8;

export function createEventStreams(options: {
  readonly pool: Pool;
  readonly changes: Changes;
  readonly sessionIdleMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): EventStreams {
  const { log, metrics } = options;
  const { all, byOrganization, add, remove } = createOpenStreams();
  let isClosed = false;
  metrics.gauge('console_event_streams', 'Open event streams of the console.', () => all.size);

  const unfollow = options.changes.follow((changes) => {
    for (const [organizationId, streams] of byOrganization) {
      for (const change of changes[organizationId] ?? []) for (const stream of streams) stream.add(change);
    }
  });
  const ticks = setInterval(() => {
    const nowMs = performance.now();
    for (const stream of all) stream.tick(nowMs);
  }, tickMs);
  const readers = startRecurringTask({
    name: 'event streams',
    intervalMs: readersCheckMs,
    log,
    run: () => endStreams(options, [...all]),
  });

  return {
    open: (reader) => {
      if (isClosed || all.size >= streamsMax) throw new AppError('service_unavailable');
      const own = [...(byOrganization.get(reader.organizationId) ?? [])];
      if (
        own.filter((stream) => stream.reader.sessionId === reader.sessionId).length >= streamsPerSessionMax
      ) {
        throw new AppError('rate_limited', `This session has ${streamsPerSessionMax} event streams open.`);
      }
      const stream = createEventStream(reader, performance.now());
      add(stream);
      return {
        pieces: stream.pieces,
        end: () => {
          remove(stream);
          stream.end();
        },
      };
    },
    close: async () => {
      isClosed = true;
      clearInterval(ticks);
      for (const stream of all) stream.end();
      unfollow();
      await readers.close();
    },
  };
}

function createOpenStreams() {
  const all = new Set<EventStream>();
  const byOrganization = new Map<string, Set<EventStream>>();
  return {
    all,
    byOrganization,
    add: (stream: EventStream): void => {
      const { organizationId } = stream.reader;
      all.add(stream);
      byOrganization.set(organizationId, (byOrganization.get(organizationId) ?? new Set()).add(stream));
    },
    remove: (stream: EventStream): void => {
      const { organizationId } = stream.reader;
      all.delete(stream);
      const others = byOrganization.get(organizationId);
      others?.delete(stream);
      if (others?.size === 0) byOrganization.delete(organizationId);
    },
  };
}

/** Ends the streams whose session or membership has ended, and applies changed limits to the others. */
async function endStreams(
  {
    pool,
    clock,
    sessionIdleMs,
  }: { readonly pool: Pool; readonly clock: Clock; readonly sessionIdleMs: number },
  streams: readonly EventStream[],
): Promise<void> {
  for (let at = 0; at < streams.length; at += readersAtOnceMax) {
    const some = streams.slice(at, at + readersAtOnceMax);
    const now = clock.now();
    const found = await findReaders(pool, {
      readers: some.map(({ reader }) => reader),
      now,
      idleSince: new Date(now.getTime() - sessionIdleMs),
    });
    for (const [index, stream] of some.entries()) {
      const row = found.get(index);
      if (row === undefined) stream.end();
      else stream.limitTo(row.domainIds);
    }
  }
}
