/** What is known of a mail beside its octets. */
export interface Trace {
  readonly id: string;
  /** Empty: the null reverse path. */
  readonly mailFrom: string;
  readonly recipients: readonly string[];
  readonly clientAddress: string;
  readonly clientName: string;
  /** `ESMTPS` and the like (RFC 3848). */
  readonly protocol: string;
  readonly receivedAt: Date;
}

/** What makes a trace field ours, with our name before it. */
const mark = '(Postrider inbound)';

/** What stands before a mail in the spool: Return-Path and Received (RFC 5321 section 4.4). Both come from commands, so no line of theirs ends early. */
export function traceFields(trace: Trace, name: string): Buffer {
  const { id, mailFrom, recipients, clientAddress, clientName, protocol, receivedAt } = trace;
  // Of several none, as one would learn of the others.
  const forWhom = recipients.length === 1 ? `\r\n\tfor <${recipients[0]}>` : '';
  const date = receivedAt.toUTCString().replace('GMT', '+0000');
  const lines = [
    `Return-Path: <${mailFrom}>`,
    `Received: from ${hostName(clientName)} (${addressLiteral(clientAddress)})`,
    `\tby ${name} ${mark} with ${protocol} id ${id}${forWhom}; ${date}`,
  ];
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
}

/** A client may call itself anything; what is no name of a host would be read as more than one. */
function hostName(clientName: string): string {
  return /^[a-z0-9._:[\]-]{1,255}$/i.test(clientName) ? clientName : 'unknown';
}

function addressLiteral(address: string): string {
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`;
}

/** RFC 5321 section 6.3 asks for at least 100 before a mail counts as looping; what comes to us has arrived, and few have five. */
const receivedMax = 50;
/** A header that is longer is not looked at further. */
const headerBytesMax = 262_144;
const traceField = /^(received|delivered-to)[ \t]*:((?:[^\r\n]|\r\n[ \t])*)/gim;

/**
 * Whether a mail goes round: it has too many Received fields, was delivered to one of its recipients before, or has been
 * here before. Reads the header alone.
 */
export function isLooping(
  raw: Buffer,
  { recipients, name }: { readonly recipients: readonly string[]; readonly name: string },
): boolean {
  const ours = `by ${name} ${mark}`.toLowerCase();
  const addresses = new Set(recipients.map((address) => address.toLowerCase()));
  let received = 0;
  for (const [, field = '', value = ''] of headerOf(raw).matchAll(traceField)) {
    const text = value.replace(/\s+/g, ' ').trim().toLowerCase();
    if (field.toLowerCase() === 'delivered-to') {
      if (addresses.has(text.replace(/^<(.*)>$/, '$1'))) return true;
      continue;
    }
    received += 1;
    if (received > receivedMax || text.includes(ours)) return true;
  }
  return false;
}

function headerOf(raw: Buffer): string {
  const header = raw.subarray(0, headerBytesMax).toString('latin1');
  const end = header.startsWith('\r\n') ? 0 : header.indexOf('\r\n\r\n');
  return end < 0 ? header : header.slice(0, end);
}
