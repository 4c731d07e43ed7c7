import { types, type CustomTypesConfig } from 'pg';

const int8: number = types.builtins.INT8;
const date: number = types.builtins.DATE;

/**
 * How values of `pg` rows arrive, for our pools only (pg's own parsers are global state):
 * - int8 (also `count(*)` and `sum(int4)`): a number; above 2^53 − 1 it throws instead of being rounded.
 *   Prisma's client keeps its own rule: bigint.
 * - date: the text `yyyy-mm-dd`. pg would make it midnight of the server's time zone.
 * - timestamptz: Date, milliseconds. numeric: text. bytea: Buffer. json, jsonb: parsed.
 */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return parseInt8;
    if (oid === date) return String;
    return types.getTypeParser(oid, format) as (value: string) => unknown;
  },
};

function parseInt8(value: string): number {
  const parsed = Number(value);
  if (!Number.isSafeInteger(parsed)) throw new RangeError(`int8 value ${value} does not fit into a number`);
  return parsed;
}
