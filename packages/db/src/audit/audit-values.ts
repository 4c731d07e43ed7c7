import { createHash } from 'node:crypto';

/** The log is kept for good and read in pages of a hundred. */
const valueBytesMax = 2_048;

/** Replaces a value that is too large for the log: it shows whether the value changed, but not to what. */
export interface OmittedValue {
  readonly omitted: { readonly bytes: number; readonly sha256: string };
}

/** The members of a state as an audit entry keeps them: large ones by size and digest of their JSON. */
export function auditValues(state: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, auditValue(value)]));
}

function auditValue(value: unknown): unknown {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined || Buffer.byteLength(json) <= valueBytesMax) return value;
  const sha256 = createHash('sha256').update(json).digest('hex');
  return { omitted: { bytes: Buffer.byteLength(json), sha256 } } satisfies OmittedValue;
}
