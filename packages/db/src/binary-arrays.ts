// Parameters that are arrays, in PostgreSQL's binary format (array_recv): it copies what it gets, where the text of an array, or
// JSON, is read octet by octet.

const headerBytes = 20;
/** Built-in types (pg_type.dat). */
const oids = { integer: 23, text: 25, timestamptz: 1184, uuid: 2950 } as const;

/** For long texts: as members of JSON, 10 KB cost 50 µs in the server, which reads JSON twice, and 20 µs here for the escapes. */
export function textArray(values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)));
  return arrayOf(oids.text, values, {
    bytes: lengths.reduce((sum, bytes) => sum + bytes, 0),
    write: (buffer, value, { at, index }) => {
      const start = buffer.writeInt32BE(lengths[index] ?? 0, at);
      return start + buffer.write(value, start);
    },
  });
}

export function integerArray(values: readonly (number | null)[]): Buffer {
  return arrayOf(oids.integer, values, {
    bytes: values.length * 4,
    write: (buffer, value, { at }) => buffer.writeInt32BE(value, buffer.writeInt32BE(4, at)),
  });
}

export function uuidArray(values: readonly string[]): Buffer {
  return arrayOf(oids.uuid, values, {
    bytes: values.length * 16,
    write: (buffer, value, { at }) => {
      const start = buffer.writeInt32BE(16, at);
      return start + buffer.write(value.replaceAll('-', ''), start, 'hex');
    },
  });
}

/** Where PostgreSQL begins to count: 2000-01-01. */
const epochMs = 946_684_800_000;

export function timestampArray(values: readonly Date[]): Buffer {
  return arrayOf(oids.timestamptz, values, {
    bytes: values.length * 8,
    write: (buffer, value, { at }) =>
      buffer.writeBigInt64BE(BigInt(value.getTime() - epochMs) * 1_000n, buffer.writeInt32BE(8, at)),
  });
}

const nullLength = -1;

/**
 * One dimension (none for an empty array), its length and first index; then each value, or none, behind its length.
 *
 * @param values `bytes` are those of all values together; `write` writes one with its length and gives where it ends
 */
function arrayOf<T>(
  oid: number,
  values: readonly (T | null)[],
  of: {
    readonly bytes: number;
    readonly write: (
      buffer: Buffer,
      value: T,
      place: { readonly at: number; readonly index: number },
    ) => number;
  },
): Buffer {
  const buffer = Buffer.allocUnsafe(headerBytes + values.length * 4 + of.bytes);
  let at = buffer.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  at = buffer.writeInt32BE(values.includes(null) ? 1 : 0, at);
  at = buffer.writeInt32BE(oid, at);
  at = buffer.writeInt32BE(values.length, at);
  at = buffer.writeInt32BE(1, at);
  values.forEach((value, index) => {
    at = value === null ? buffer.writeInt32BE(nullLength, at) : of.write(buffer, value, { at, index });
  });
  // Nothing is written of a null but its length; without dimensions there is no length and no first index.
  return buffer.subarray(0, values.length === 0 ? headerBytes - 8 : at);
}
