import assert from 'node:assert';
import { newId } from '@postrider/contracts/ids';
import {
  isEngineUnavailable,
  isTransactionConflict,
  ThreadFailure,
  type Logger,
  type Metrics,
  type RunInThread,
  type ThreadPool,
} from '@postrider/runtime';
import type { FileLayout } from './header-row';
import type { HeldImportsRepository } from './held-imports.repository';
import type { HeldImport, ImportKind, RowsInput, RowsOutput } from './import-kind';
import { addToSurvey, type SurveyedPart } from './survey';

/** A row may have as many bytes, and a page begins with as many; what is longer is refused up to its line break. */
const partBytes = 65_536;
/** How long a run stays with one import while others wait. */
const turnMs = 1_000;
/** Reading a part takes 20 ms; on a busy machine more. */
const partTimeLimitMs = 10_000;
/** Between two looks at whether the import is still ours, while the end of a row is looked for. */
const renewEveryBytes = 8_000_000;
const surveyTask = { file: require.resolve('./survey-rows.task'), name: 'surveyRows' };

/**
 * One turn with one import: it goes on where the last page was committed. `'again'` while there are imports; any number of
 * processes may do this at the same time.
 */
export type RunImports = (signal: AbortSignal) => Promise<'again' | void>;

export function createRunImports(options: {
  readonly imports: HeldImportsRepository;
  readonly kinds: readonly ImportKind[];
  readonly threads: ThreadPool;
  readonly log: Logger;
  readonly metrics: Metrics;
}): RunImports {
  const { imports, kinds, threads, log, metrics } = options;
  const owner = newId();
  const rowsRead = metrics.counter('import_rows', 'Rows of imported files, by result.', {
    outcome: ['taken', 'refused'],
  });
  const readers = new Map(
    kinds.map((kind) => [
      kind.name,
      { kind, read: threads.work<ReadRows>({ ...kind.task, timeLimitMs: partTimeLimitMs }) },
    ]),
  );
  const count = ({ taken, repeated, refused }: RowsOutput): void => {
    rowsRead.add(taken.length + repeated, { outcome: 'taken' });
    rowsRead.add(refused.length, { outcome: 'refused' });
  };

  const look = threads.work<SurveyRows>({ ...surveyTask, timeLimitMs: partTimeLimitMs });

  const turn = async (held: HeldImport, signal: AbortSignal): Promise<void> => {
    const reader = readers.get(held.kind);
    assert(reader !== undefined, `imports of ${held.kind} have a reader`);
    const { kind, read } = reader;
    if (held.survey !== null) return survey({ imports, read: look, owner }, { held, kind, signal });
    const endsAtMs = performance.now() + turnMs;
    for (let at = held; ;) {
      const part = await nextPart({ imports, read, owner }, at, unread);
      if (part === null) return;
      const [from, to] = [at.bytesRead, at.bytesRead + part.consumed];
      if (!(await kind.write(at, { ...part, from, to }, owner))) {
        // Another has it; or what it was for is gone, and `fail` finds it still ours.
        return imports.fail(at, kind.gone, owner);
      }
      count(part);
      at = { ...at, bytesRead: to, rowsRead: at.rowsRead + part.rows };
      if (to === at.bytes || signal.aborted || performance.now() > endsAtMs) return;
    }
  };

  return async (signal) => {
    const held = await imports.claim(owner);
    if (held === null) return undefined;
    const { id, organizationId } = held;
    try {
      await turn(held, signal);
    } catch (error) {
      if (mayPass(error)) throw error;
      // What is the same each time would be tried for ever.
      log.error({ err: error, import_id: id, organization_id: organizationId }, 'an import failed');
      await imports.fail(held, 'The import failed. The operator can find the error in the log.', owner);
    } finally {
      await imports.release(held, owner);
    }
    return 'again';
  };
}

/** All rows are looked at before the first is taken, in as many turns as that needs. */
async function survey(
  reading: Reading<SurveyedPart>,
  {
    held,
    kind,
    signal,
  }: { readonly held: HeldImport; readonly kind: ImportKind; readonly signal: AbortSignal },
): Promise<void> {
  const { imports, owner } = reading;
  const endsAtMs = performance.now() + turnMs;
  let { survey: found } = held;
  assert(found !== null, 'there is something to look at');
  do {
    const part = await nextPart(reading, { ...held, bytesRead: found.at }, unsurveyed);
    if (part === null) return;
    found = addToSurvey(found, part);
  } while (found.at < held.bytes && !signal.aborted && performance.now() < endsAtMs);
  if (found.at < held.bytes) return imports.keepSurvey(held, found, owner);
  const settled = kind.settle(held.layout, found);
  if ('problem' in settled) return imports.fail(held, settled.problem, owner);
  return imports.settle(held, { layout: settled.layout, statuses: found.statuses }, owner);
}

function mayPass(error: unknown): boolean {
  if (error instanceof ThreadFailure) return !error.isTooCostly;
  return isEngineUnavailable(error) || isTransactionConflict(error);
}

type ReadRows = (input: RowsInput<FileLayout>) => Promise<RowsOutput>;
type SurveyRows = (input: RowsInput<FileLayout>) => Promise<SurveyedPart>;

interface Reading<Output> {
  readonly imports: HeldImportsRepository;
  readonly read: RunInThread<RowsInput<FileLayout>, Output>;
  readonly owner: string;
}

const noRows = { rows: 0, taken: [], repeated: 0, refused: [] };

/** What is made of a line that is too long; undefined: of a file that has no rows at all. */
function unread(consumed: number, line?: Buffer): RowsOutput {
  if (line === undefined) return { consumed, ...noRows };
  const reason = 'The row is longer than 64 KB, or a quotation mark in its first line is never closed.';
  const value = line
    .subarray(0, 100)
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '?');
  return {
    ...{ consumed, rows: 1, taken: [], repeated: 0 },
    refused: [{ row: 1, value, code: 'unreadable_row', reason, fields: null }],
  };
}

function unsurveyed(consumed: number): SurveyedPart {
  return { consumed, rows: 0, columns: {}, statuses: {} };
}

/** Null: the import is no longer ours. */
async function nextPart<Output extends { readonly consumed: number }>(
  { imports, read, owner }: Reading<Output>,
  at: HeldImport,
  otherwise: (consumed: number, line?: Buffer) => Output,
): Promise<Output | null> {
  const { organizationId, layout, bytes, bytesRead } = at;
  const part = await imports.read(at, bytesRead, partBytes);
  // A header row, and nothing else.
  if (part.length === 0) return otherwise(0);
  const isLast = bytesRead + part.length >= bytes;
  const domain = at.domain?.name ?? null;
  const output = await read({ bytes: part, isLast, layout, domain }, { organizationId });
  if (output.consumed > 0) return output;
  const end = await endOfLine({ imports, owner }, at);
  return end === null ? null : otherwise(end - bytesRead, part);
}

/**
 * Behind the line break that ends the line; the rest of the file when none does. One part is in memory at a time.
 * @returns null when the import is no longer ours
 */
async function endOfLine(
  { imports, owner }: Pick<Reading<never>, 'imports' | 'owner'>,
  at: HeldImport,
): Promise<number | null> {
  let renewedAt = at.bytesRead;
  for (let from = at.bytesRead; from < at.bytes;) {
    const part = await imports.read(at, from, partBytes);
    const found = part.findIndex((byte) => byte === 0x0a || byte === 0x0d);
    if (found >= 0) return from + found + 1;
    from += part.length;
    if (from - renewedAt < renewEveryBytes) continue;
    if (!(await imports.renew(at, owner))) return null;
    renewedAt = from;
  }
  return at.bytes;
}
