import { causesOf } from './causes-of';

/**
 * The one place that tells an outage from a mistake: the HTTP edge answers 503 by it, consumers keep their message, and
 * what was claimed is given back. Codes that say "the engine is not there or cannot right now", as opposed to "it refused
 * this very piece of work": Node's network errors, our own timeouts and full queues, SQLSTATEs and Prisma's codes.
 */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  'timeout', // `withTimeout`
  'overloaded', // a queue of this process is full
  '25006', // read-only transaction: connected to a standby during a fail-over
  '25P03', // idle-in-transaction timeout: this process or the network stood still
  '55P03', // lock_timeout
  '57014', // statement_timeout
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now: starting up
  '57P04', // database dropped
  '57P05', // idle session timeout
  '58030', // I/O error
  // Prisma: not reachable, reach timeout, operation timeout, connection closed, pool timeout, conflict, too many connections.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2034', 'P2037'],
]);

/** Connection, resources (disk full, too many connections), serialization and deadlock: the same work succeeds later. */
const stateClasses = /^(08|53|40)[0-9A-Z]{3}$/;

/** Kinds that Prisma's adapter makes of network errors; they keep no code. */
const adapterKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

/** pg and ioredis tell some of their failures by text alone. */
const texts = [
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end)/,
  /connection is closed|stream isn't writeable|max retries per request|command timed out/i,
  /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|OOM) /,
];

/** PostgreSQL's severities that end or refuse the session, whatever the code: no statement can be the reason. */
const sessionSeverities = new Set<unknown>(['FATAL', 'PANIC']);

/** Errors that gather errors that gather errors: deeper ones do not occur. */
const depthMax = 5;

/**
 * True when the same work may succeed later without any change to it. After a failed COMMIT the outcome is unknown:
 * repeat only what is idempotent.
 */
export function isEngineUnavailable(error: unknown): boolean {
  return saysOutage(error, 0);
}

function saysOutage(error: unknown, depth: number): boolean {
  return depth < depthMax && causesOf(error).some((cause) => isOutage(cause, depth));
}

function isOutage(cause: object, depth: number): boolean {
  // Several addresses of a host were tried, or several pieces of work: one that failed by itself fails again.
  if (cause instanceof AggregateError) {
    return cause.errors.length > 0 && cause.errors.every((inner) => saysOutage(inner, depth + 1));
  }
  const { code, originalCode, severity, kind, message } = cause as Record<string, unknown>;
  return (
    sessionSeverities.has(severity) ||
    [originalCode, code].some(
      (each) => typeof each === 'string' && (codes.has(each) || stateClasses.test(each)),
    ) ||
    (typeof kind === 'string' && adapterKinds.has(kind)) ||
    (typeof message === 'string' && texts.some((text) => text.test(message)))
  );
}
