import type { DomainRecord } from '../../api/types';

/** A character-string of a TXT record has at most this many bytes (RFC 1035, 3.3.14). */
const stringMax = 255;

/** The record as a line of a zone file. */
export function zoneLine({ name, ttl, type, value, priority }: DomainRecord): string {
  return `${name}. ${ttl} IN ${type} ${rdataOf(type, value, priority)}`;
}

function rdataOf(type: DomainRecord['type'], value: string, priority: number | undefined): string {
  if (type === 'TXT') {
    const parts = value.match(new RegExp(`.{1,${stringMax}}`, 'gs')) ?? [''];
    return parts.map((part) => `"${part.replaceAll(/["\\]/g, '\\$&')}"`).join(' ');
  }
  const host = value.endsWith('.') ? value : `${value}.`;
  return type === 'MX' ? `${priority ?? 10} ${host}` : host;
}
