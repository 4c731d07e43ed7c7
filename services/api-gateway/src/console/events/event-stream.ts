import type { ConsoleChange, ConsoleChangeKind } from '@postrider/contracts/queues';

/** Who follows the changes of an organization. */
export interface StreamReader {
  readonly sessionId: string;
  readonly organizationId: string;
  /** The only domains whose changes are sent; null: all. */
  readonly domainIds: readonly string[] | null;
}

/**
 * The changes that one browser has not been sent yet. `opened` → `tick` sends what is pending, once a second at most, or a heartbeat →
 * `end`. While the browser does not read, changes only wait: a reader that is slow holds no more than `idsMax` ids of each kind.
 */
export interface EventStream {
  readonly reader: StreamReader;
  readonly pieces: AsyncIterable<string>;
  /** Its domains may change while it is open. */
  limitTo(domainIds: readonly string[] | null): void;
  add(change: ConsoleChange): void;
  tick(nowMs: number): void;
  end(): void;
}

/** Beyond, a page loads its list again anyway. */
const idsMax = 50;
const heartbeatMs = 15_000;
/** How long a browser waits before it connects again. */
const opening = 'retry: 5000\n\n';
const heartbeat = ': \n\n';

export function createEventStream(reader: StreamReader, openedMs: number): EventStream {
  let { domainIds } = reader;
  const pending = new Map<ConsoleChangeKind, Set<string> | 'many'>();
  let isEnded = false;
  let wake: (() => void) | null = null;
  // Streams that are opened together, after a restart, do not all get their heartbeat in one moment.
  let sentMs = openedMs - Math.random() * heartbeatMs;

  async function* pieces(): AsyncGenerator<string> {
    yield opening;
    for (;;) {
      await new Promise<void>((resolve) => {
        if (isEnded) resolve();
        else wake = resolve;
      });
      wake = null;
      if (isEnded) return;
      const piece = pending.size === 0 ? heartbeat : `data: ${JSON.stringify(changesOf(pending))}\n\n`;
      pending.clear();
      yield piece;
    }
  }

  return {
    reader,
    pieces: pieces(),
    limitTo: (ids) => {
      domainIds = ids;
    },
    add: ([kind, id, domainId]) => {
      if (domainIds !== null && !domainIds.includes(domainId)) return;
      const known = pending.get(kind);
      if (known === 'many') return;
      if (id === null || (known !== undefined && known.size >= idsMax && !known.has(id))) {
        pending.set(kind, 'many');
      } else if (known === undefined) pending.set(kind, new Set([id]));
      else known.add(id);
    },
    tick: (nowMs) => {
      if (wake === null || (pending.size === 0 && nowMs - sentMs < heartbeatMs)) return;
      sentMs = nowMs;
      wake();
    },
    end: () => {
      isEnded = true;
      wake?.();
    },
  };
}

function changesOf(pending: ReadonlyMap<ConsoleChangeKind, ReadonlySet<string> | 'many'>) {
  return [...pending].flatMap(([kind, ids]) =>
    (ids === 'many' ? [null] : [...ids]).map((id) => ({ kind, id })),
  );
}
