import type { RawReply } from './reply';
import type { Extensions } from './session';

export const noExtensions: Extensions = {
  pipelining: false,
  chunking: false,
  binaryMime: false,
  eightBitMime: false,
  smtpUtf8: false,
  requireTls: false,
  enhancedStatusCodes: false,
  sizeMax: null,
  auth: [],
};

/** What an answer to EHLO offers (RFC 5321 §4.1.1.1): its first line is the server's name. */
export function readExtensions({ lines }: RawReply): Extensions {
  const offered = new Map<string, string>();
  const auth = new Set<string>();
  for (const line of lines.slice(1)) {
    const [keyword = '', ...parameters] = line.slice(4).trim().toUpperCase().split(/\s+/);
    // `AUTH=PLAIN LOGIN`, of servers from before RFC 2554.
    const [name = '', first] = keyword.split('=', 2);
    const words = first === undefined ? parameters : [first, ...parameters];
    offered.set(name, words[0] ?? '');
    if (name === 'AUTH') for (const mechanism of words) auth.add(mechanism);
  }
  return {
    pipelining: offered.has('PIPELINING'),
    chunking: offered.has('CHUNKING'),
    binaryMime: offered.has('BINARYMIME') && offered.has('CHUNKING'),
    eightBitMime: offered.has('8BITMIME'),
    smtpUtf8: offered.has('SMTPUTF8'),
    requireTls: offered.has('REQUIRETLS'),
    enhancedStatusCodes: offered.has('ENHANCEDSTATUSCODES'),
    sizeMax: sizeMax(offered.get('SIZE')),
    auth: [...auth],
  };
}

/** Not an extension of the open session: it is used up when that begins (RFC 3207 §4.2). */
export function offersStartTls({ lines }: RawReply): boolean {
  return lines.some((line) => /^250[ -]STARTTLS\s*$/i.test(line));
}

/** RFC 1870 §4: no value, or 0, is no limit. */
function sizeMax(given: string | undefined): number | null {
  if (given === undefined) return null;
  return /^\d{1,15}$/.test(given) && Number(given) > 0 ? Number(given) : Infinity;
}
