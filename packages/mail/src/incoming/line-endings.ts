const CR = 0x0d;
const LF = 0x0a;

/**
 * Whether a CR or LF stands alone in the message. Servers disagree whether such a byte ends a line, and mail is
 * smuggled through that gap (CVE-2023-51764 and its kin), so a submission with one is refused.
 */
export function hasBareNewline(raw: Uint8Array): boolean {
  for (let at = raw.indexOf(LF); at >= 0; at = raw.indexOf(LF, at + 1)) {
    if (raw[at - 1] !== CR) return true;
  }
  for (let at = raw.indexOf(CR); at >= 0; at = raw.indexOf(CR, at + 1)) {
    if (raw[at + 1] !== LF) return true;
  }
  return false;
}

/** Whether the message holds a NUL, which RFC 5321 §4.5.2 forbids and text in PostgreSQL cannot store. */
export function hasNul(raw: Uint8Array): boolean {
  return raw.includes(0);
}
