const field = 'dkim-signature:';

/**
 * The message without the DKIM signatures in front of it, which are ours. For providers that write a Message-ID and a Date of their
 * own: both are signed, so our signatures would arrive broken beside theirs, and reports would count them as failures.
 */
export function withoutOwnSignatures(octets: Buffer): Buffer {
  let start = 0;
  while (octets.toString('latin1', start, start + field.length).toLowerCase() === field) {
    const end = endOfField(octets, start);
    if (end === null) break;
    start = end;
  }
  return octets.subarray(start);
}

/** After its last line: the next one is not folded (RFC 5322 §2.2.3). */
function endOfField(octets: Buffer, start: number): number | null {
  for (let at = octets.indexOf('\r\n', start); at >= 0; at = octets.indexOf('\r\n', at + 2)) {
    const next = octets[at + 2];
    if (next !== 0x20 && next !== 0x09) return at + 2;
  }
  return null;
}
