/** A record for a zone file, the platform's or of a domain. */
export interface ZoneRecord {
  readonly type: string;
  readonly name: string;
  /** Null: to be filled in. */
  readonly value: string | null;
  readonly ttl: number;
  readonly priority?: number;
}

/** RFC 1035 section 3.3: a character-string has at most 255 octets, of which a TXT record may have several. */
const octetsMax = 255;

/**
 * Records in the form that BIND and most providers of DNS read (RFC 1035 section 5). Names are absolute, so that it fits any zone. Records
 * for another zone (reverse DNS) and records without a known value are comments.
 */
export function zoneFile(records: readonly ZoneRecord[]): string {
  return records.map((record) => `${zoneLine(record)}\n`).join('');
}

function zoneLine(record: ZoneRecord): string {
  const { type, name, value, ttl } = record;
  if (type === 'PTR') return `; at the provider of the address: ${name} PTR ${value ?? ''}.`;
  const line = (data: string) => [`${name}.`, ttl, 'IN', type, data].join(' ');
  return value === null ? `; ${line('<address>')}` : line(dataOf(record, value));
}

function dataOf({ type, priority }: ZoneRecord, value: string): string {
  switch (type) {
    case 'TXT':
      return characterStrings(value);
    case 'MX':
      return `${priority ?? 10} ${value}.`;
    case 'CNAME':
      return `${value}.`;
    default:
      return value;
  }
}

/** All values are ASCII: names are A-labels, keys base64. */
function characterStrings(value: string): string {
  const chunks = value.match(new RegExp(`.{1,${octetsMax}}`, 'gs')) ?? [''];
  return chunks.map((chunk) => `"${chunk.replace(/["\\]/g, '\\$&')}"`).join(' ');
}
