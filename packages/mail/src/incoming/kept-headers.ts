import type { Header } from 'postal-mime';
import { headerValueCharsMax, headerFault, isDroppedHeader, isReservedHeader } from '../headers/header-rules';
import { isControlHeader } from './control-headers';

const keptNames = new Set([
  'in-reply-to',
  'references',
  'auto-submitted',
  'importance',
  'priority',
  'list-id',
]);
const headersMax = 100; // what one request may carry

/**
 * The headers that a relayed message keeps. Everything else is dropped silently: each mail client sends a
 * Message-ID, so refusing platform-set names here would refuse all mail.
 */
export function keptHeaders(headers: readonly Header[]): Record<string, string> {
  const kept = new Map<string, readonly [name: string, value: string]>();
  for (const { key, originalKey, value } of headers) {
    if (!isKept(key) || kept.has(key) || kept.size >= headersMax) continue;
    const unfolded = value.replace(/[\t\r\n]+/g, ' ').trim();
    const fitting = key === 'references' ? shortenReferences(unfolded) : unfolded;
    if (fitting !== '' && headerFault(originalKey, fitting) === null) kept.set(key, [originalKey, fitting]);
  }
  return Object.fromEntries(kept.values());
}

function isKept(key: string): boolean {
  if (isReservedHeader(key) || isDroppedHeader(key) || isControlHeader(key)) return false;
  return keptNames.has(key) || key.startsWith('x-');
}

/** A long thread outgrows the header; its first id and the newest ones keep it together (RFC 5537 §3.4.4). */
function shortenReferences(value: string): string {
  if (value.length <= headerValueCharsMax) return value;
  const [first = '', ...others] = value.split(/\s+/);
  let newest = '';
  for (const id of others.reverse()) {
    if (first.length + 1 + id.length + 1 + newest.length > headerValueCharsMax) break;
    newest = newest === '' ? id : `${id} ${newest}`;
  }
  return newest === '' ? first : `${first} ${newest}`;
}
