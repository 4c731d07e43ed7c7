/** What PostgreSQL and its driver report, read without knowing which client (pg or Prisma) brought it. */
interface SqlFailure {
  /** SQLSTATE, a Node.js error code, or a Prisma code. */
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  /** PostgreSQL's own: ERROR ends a statement, FATAL and PANIC the session. */
  readonly severity: string | undefined;
  readonly message: string;
}

/** SQLSTATEs outside of classes 08 (connection) and 53 (resources) after which another try may work. */
const unavailableStates = new Set([
  '25006', // read-only transaction: connected to a standby during a fail-over
  '25P03', // idle-in-transaction timeout: this process or the network stood still
  '55P03', // lock_timeout
  '57014', // statement_timeout
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now: starting up
  '57P05', // idle session timeout
]);

const sessionSeverities = new Set(['FATAL', 'PANIC']);

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Prisma: not reachable, reach timeout, operation timeout, connection closed, pool timeout, too many connections. */
const prismaUnavailableCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037']);

/** Kinds that Prisma's adapter makes of network errors; they keep no code. */
const adapterUnavailableKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

/** Errors of pg and pg-pool that carry no code at all. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end)/;

/**
 * True when the database could not be reached, refused to work or took too long: the caller's data is not at
 * fault, and an edge answers 503. After a failed COMMIT the outcome is unknown: repeat only what is idempotent.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causes(error).some((cause) => {
    if (cause instanceof OverloadedError) return true;
    const { code = '', severity = '', message } = readFailure(cause);
    return (
      // The session was refused or ended, whatever the code: no statement of ours can be the reason.
      sessionSeverities.has(severity) ||
      networkCodes.has(code) ||
      unavailableStates.has(code) ||
      prismaUnavailableCodes.has(code) ||
      /^(08|53)[0-9A-Z]{3}$/.test(code) ||
      adapterUnavailableKinds.has(adapterKind(cause)) ||
      driverMessages.test(message)
    );
  });
}

/**
 * True when a row with the same key exists already.
 * @param constraint name of the unique index or primary key; of a partitioned table, the name on the parent
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return causes(error).some((cause) => {
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
  return causes(error).some((cause) => {
    const { code, constraint } = readFailure(cause);
    return code === '23514' && constraint === undefined;
  });
}

/** Deadlock or serialization failure: the same transaction may be run again at once. */
export function isTransactionConflict(error: unknown): boolean {
  return causes(error).some((cause) => {
    const { code = '' } = readFailure(cause);
    return code === '40001' || code === '40P01' || code === 'P2034';
  });
}

/** SQLSTATE of the error, if the database reported one. */
export function sqlState(error: unknown): string | undefined {
  return causes(error)
    .map((cause) => readFailure(cause).code)
    .find((code) => code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^P[123]\d{3}$/.test(code));
}

/** More waits for the database than a queue in this process may hold. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
  readonly code = 'overloaded';
}

/** The error and what it wraps: Prisma's error → the adapter's → PostgreSQL's fields. Bounded against cycles. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && found.length < 10) {
    const next = waiting.shift();
    if (typeof next !== 'object' || next === null) continue;
    found.push(next);
    if (next instanceof AggregateError) waiting.push(...(next.errors as unknown[]));
    const { cause, meta } = next as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
    waiting.push(cause, meta?.driverAdapterError);
  }
  return found;
}

function readFailure(cause: unknown): SqlFailure {
  const fields = cause as {
    code?: unknown;
    originalCode?: unknown;
    message?: unknown;
    severity?: unknown;
    constraint?: unknown;
  };
  const constraint =
    typeof fields.constraint === 'object' && fields.constraint !== null
      ? (fields.constraint as { index?: unknown }).index
      : fields.constraint;
  return {
    code: text(fields.originalCode) ?? text(fields.code),
    constraint: text(constraint),
    severity: text(fields.severity),
    message: text(fields.message) ?? '',
  };
}

function adapterKind(cause: unknown): string {
  return text((cause as { kind?: unknown }).kind) ?? '';
}

/**
 * A partition's index is named after the partition, and a unique one ends in `_idx` where Prisma writes `_key`:
 * `email_events_p20261116_message_id_…_idx` is `email_events_message_id_…_key` of the parent.
 */
function sameIndex(reported: string | undefined, onParent: string): boolean {
  const partition = /_p\d{8}(?=_)/;
  if (reported === undefined || !partition.test(reported)) return reported === onParent;
  return reported.replace(partition, '').replace(/_idx$/, '_key') === onParent;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
