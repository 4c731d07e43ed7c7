import { allCausesOf } from '@postrider/runtime';

/** What PostgreSQL and its driver report, read without knowing which client (pg or Prisma) brought it. */
interface SqlFailure {
  /** SQLSTATE, a Node.js error code, or a Prisma code. */
  readonly code: string | undefined;
  readonly constraint: string | undefined;
}

/**
 * True when a row with the same key exists already.
 * @param constraint name of the unique index or primary key; of a partitioned table, the name on the parent
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return allCausesOf(error).some((cause) => {
    const failure = readFailure(cause);
    if (failure.code !== '23505') return false;
    return constraint === undefined || sameIndex(failure.constraint, constraint);
  });
}

/**
 * True when no partition takes the row's id: its week has been dropped by retention, or was never created.
 * PostgreSQL reports it as a check violation that names no constraint.
 */
export function isMissingPartition(error: unknown): boolean {
  return allCausesOf(error).some((cause) => {
    const { code, constraint } = readFailure(cause);
    return code === '23514' && constraint === undefined;
  });
}

function readFailure(cause: unknown): SqlFailure {
  const fields = cause as {
    code?: unknown;
    originalCode?: unknown;
    constraint?: unknown;
  };
  const constraint =
    typeof fields.constraint === 'object' && fields.constraint !== null
      ? (fields.constraint as { index?: unknown }).index
      : fields.constraint;
  return {
    code: text(fields.originalCode) ?? text(fields.code),
    constraint: text(constraint),
  };
}

/**
 * A partition's index is named after the partition, and a unique one ends in `_idx` where Prisma writes `_key`:
 * `email_events_p20261116_message_id_…_idx` is `email_events_message_id_…_key` of the parent. A number follows where the name was taken.
 */
function sameIndex(reported: string | undefined, onParent: string): boolean {
  const partition = /_p\d{8}(?=_)/;
  if (reported === undefined || !partition.test(reported)) return reported === onParent;
  return reported.replace(partition, '').replace(/_idx\d*$/, '_key') === onParent;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
