import { newId } from '@postrider/contracts';
import {
  isEngineUnavailable,
  isTransactionConflict,
  ThreadFailure,
  type Logger,
  type Metrics,
  type RunInThread,
  type ThreadPool,
} from '@postrider/runtime';
import type { ClaimedImport, ImportPagesRepository } from './import-pages.repository';
import type { readRows, RowsInput, RowsOutput } from './read-rows.task';

/** A row may have as many bytes, and a page begins with as many; what is longer is refused up to its line break. */
const partBytes = 65_536;
/** How long a run stays with one import while others wait. */
const turnMs = 1_000;
/** Reading a part takes 20 ms; on a busy machine more. */
const partTimeLimitMs = 10_000;
/** Between two looks at whether the import is still ours, while the end of a row is looked for. */
const renewEveryBytes = 8_000_000;

/**
 * One turn with one import: it goes on where the last page was committed. `'again'` while there are imports; any number of
 * processes may do this at the same time.
 */
export type RunImports = (signal: AbortSignal) => Promise<'again' | void>;

export function createRunImports(options: {
  readonly pages: ImportPagesRepository;
  readonly threads: ThreadPool;
  readonly log: Logger;
  readonly metrics: Metrics;
}): RunImports {
  const { pages, threads, log, metrics } = options;
  const owner = newId();
  const rowsRead = metrics.counter('import_rows', 'Rows of imported files, by what became of them.');
  const read = threads.work<typeof readRows>({
    file: require.resolve('./read-rows.task'),
    name: 'readRows',
    timeLimitMs: partTimeLimitMs,
  });
  const count = ({ taken, repeated, refused }: RowsOutput): void => {
    rowsRead.add(taken.length + repeated, { outcome: 'taken' });
    rowsRead.add(refused.length, { outcome: 'refused' });
  };

  const turn = async (held: ClaimedImport, signal: AbortSignal): Promise<void> => {
    const endsAtMs = performance.now() + turnMs;
    for (let at = held; ;) {
      const part = await nextPart({ pages, read, owner }, at);
      if (part === null) return;
      const [from, to] = [at.bytesRead, at.bytesRead + part.consumed];
      if (!(await pages.write(at, { ...part, from, to }, owner))) {
        // Another has it; or its domain is gone, and `fail` finds it still ours.
        return pages.fail(at, 'The domain that it was for has been removed.', owner);
      }
      count(part);
      at = { ...at, bytesRead: to, rowsRead: at.rowsRead + part.rows };
      if (to === at.bytes || signal.aborted || performance.now() > endsAtMs) return;
    }
  };

  return async (signal) => {
    const held = await pages.claim(owner);
    if (held === null) return undefined;
    const { id, organizationId } = held;
    try {
      await turn(held, signal);
    } catch (error) {
      if (mayPass(error)) throw error;
      // What is the same each time would be tried for ever.
      log.error({ err: error, import_id: id, organization_id: organizationId }, 'an import failed: a bug');
      await pages.fail(held, 'It could not be read to its end; the platform has been told.', owner);
    } finally {
      await pages.release(held, owner);
    }
    return 'again';
  };
}

function mayPass(error: unknown): boolean {
  if (error instanceof ThreadFailure) return !error.isTooCostly;
  return isEngineUnavailable(error) || isTransactionConflict(error);
}

interface Reading {
  readonly pages: ImportPagesRepository;
  readonly read: RunInThread<RowsInput, RowsOutput>;
  readonly owner: string;
}

/** Null: the import is no longer ours. */
async function nextPart({ pages, read, owner }: Reading, at: ClaimedImport): Promise<RowsOutput | null> {
  const { organizationId, layout, bytes, bytesRead } = at;
  const part = await pages.read(at, bytesRead, partBytes);
  // A header row, and nothing else.
  if (part.length === 0) return { consumed: 0, rows: 0, taken: [], repeated: 0, refused: [] };
  const isLast = bytesRead + part.length >= bytes;
  const domain = at.domain?.name ?? null;
  const output = await read({ bytes: part, isLast, layout, domain }, { organizationId });
  if (output.consumed > 0) return output;
  const end = await endOfLine({ pages, read, owner }, at);
  if (end === null) return null;
  const reason = 'It does not end within 64 KB; or a quotation mark in its first line is never closed.';
  const value = part
    .subarray(0, 100)
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '?');
  return {
    ...{ consumed: end - bytesRead, rows: 1, taken: [], repeated: 0 },
    refused: [{ row: 1, value, code: 'unreadable_row', reason }],
  };
}

/**
 * Behind the line break that ends the line; the rest of the file when none does. One part is in memory at a time.
 * @returns null when the import is no longer ours
 */
async function endOfLine({ pages, owner }: Reading, at: ClaimedImport): Promise<number | null> {
  let renewedAt = at.bytesRead;
  for (let from = at.bytesRead; from < at.bytes;) {
    const part = await pages.read(at, from, partBytes);
    const found = part.findIndex((byte) => byte === 0x0a || byte === 0x0d);
    if (found >= 0) return from + found + 1;
    from += part.length;
    if (from - renewedAt < renewEveryBytes) continue;
    if (!(await pages.renew(at, owner))) return null;
    renewedAt = from;
  }
  return at.bytes;
}
