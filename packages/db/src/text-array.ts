const headerBytes = 20;
/** PostgreSQL's built-in type `text` (pg_type.dat). */
const textOid = 25;

/**
 * A parameter `text[]` in PostgreSQL's binary format (array_recv): four bytes of length before each value, which is
 * copied as it is. For long texts: as members of JSON, 10 KB cost 50 µs in the server, which reads JSON twice, and 20 µs
 * here for the escapes.
 */
export function textArray(values: readonly string[]): Buffer {
  const lengths = values.map((value) => Buffer.byteLength(value));
  const buffer = Buffer.allocUnsafe(lengths.reduce((sum, bytes) => sum + 4 + bytes, headerBytes));
  // One dimension (none for an empty array), no NULL in it; its length, and its first index.
  let position = buffer.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  position = buffer.writeInt32BE(0, position);
  position = buffer.writeInt32BE(textOid, position);
  position = buffer.writeInt32BE(values.length, position);
  position = buffer.writeInt32BE(1, position);
  values.forEach((value, index) => {
    position = buffer.writeInt32BE(lengths[index] ?? 0, position);
    position += buffer.write(value, position);
  });
  // Without dimensions, their length and first index are left out.
  return values.length === 0 ? buffer.subarray(0, headerBytes - 8) : buffer;
}
