import { toASCII } from 'tr46';

const domainCharsMax = 253; // RFC 1035 §2.3.4, without the trailing dot
const asciiOnly = /^[\x21-\x7e]+$/;
/** Labels of at most 63 characters, the last of them no number; in one expression, a quarter of the time of label by label. */
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Lower-case A-label form of a mail domain, or null when it cannot be one: at least two labels, letters, digits
 * and inner hyphens only, no literal (`[192.0.2.1]`), no trailing dot, top level not numeric.
 */
export function toAsciiDomain(text: string): string | null {
  // Capped before any Unicode work, so that hostile input costs nothing; a U-label is never longer than its A-label.
  if (text.length === 0 || text.length > domainCharsMax) return null;
  const plain = asciiOnly.test(text) ? text.toLowerCase() : null;
  if (plain !== null && !plain.includes('xn--')) return isHostName(plain) ? plain : null;
  const ascii = toASCII(text, {
    checkBidi: true,
    checkJoiners: true,
    useSTD3ASCIIRules: true,
    verifyDNSLength: true,
  });
  return ascii !== null && isHostName(ascii) ? ascii : null;
}

function isHostName(domain: string): boolean {
  return domain.length <= domainCharsMax && hostName.test(domain);
}
