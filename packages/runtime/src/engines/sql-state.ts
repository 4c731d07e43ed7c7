import { allCausesOf } from './causes-of';

/** SQLSTATE of the error, if the database reported one, whichever client (pg or Prisma) brought it. */
export function sqlState(error: unknown): string | undefined {
  return codesOf(error).find((code) => /^[0-9A-Z]{5}$/.test(code) && !/^P[123]\d{3}$/.test(code));
}

/** Deadlock or serialization failure: the same transaction may be run again at once. */
export function isTransactionConflict(error: unknown): boolean {
  return codesOf(error).some((code) => code === '40001' || code === '40P01' || code === 'P2034');
}

/** SQLSTATEs, Node.js' error codes and Prisma's codes. What Prisma's adapter found is in `originalCode`. */
function codesOf(error: unknown): string[] {
  return allCausesOf(error).flatMap((cause) => {
    const { code, originalCode } = cause as { code?: unknown; originalCode?: unknown };
    const known = [originalCode, code].find((each) => typeof each === 'string' && each !== '');
    return typeof known === 'string' ? [known] : [];
  });
}
