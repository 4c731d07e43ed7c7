/**
 * Codes that say "the engine is not there or cannot right now", as opposed to "it refused this very piece of work".
 * Node's network errors; SQLSTATE classes 08 (connection), 53 (out of resources, disk full), 57P (shutting down) and
 * 40 (serialization, deadlock: the same work succeeds when tried again); Prisma's P10xx and P2024 (pool exhausted).
 */
const codePattern =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|timeout|08[0-9A-Z]{3}|53[0-9A-Z]{3}|57P0[1-5]|40[0-9A-Z]{3}|58030|P1001|P1002|P1008|P1017|P2024)$/;

/** pg and ioredis tell some of their failures by text alone. */
const textPattern =
  /connection terminated|timeout exceeded when trying to connect|connection is closed|stream isn't writeable|max retries per request|command timed out|^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|OOM) /i;

/** PostgreSQL's severities that end or refuse the session, whatever the code: no statement can be the reason. */
const sessionSeverities = new Set<unknown>(['FATAL', 'PANIC']);

const DEPTH_MAX = 5;

/** True when the same work may succeed later without any change to it. */
export function isEngineUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return false;
  if ('code' in error && typeof error.code === 'string' && codePattern.test(error.code)) return true;
  if ('severity' in error && sessionSeverities.has(error.severity)) return true;
  if (textPattern.test(error.message)) return true;
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every((inner) => isEngineUnavailable(inner, depth + 1));
  }
  return isEngineUnavailable(error.cause, depth + 1);
}
