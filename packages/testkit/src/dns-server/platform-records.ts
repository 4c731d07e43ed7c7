import type { DnsRecord } from './dns-zone';

/** Receives bounces, complaints (`fbl@`), DMARC reports (`dmarc@`) and replies; what the customers' records point to. */
export const platformHost = 'platform.postrider.test';

/** Published by the operator of Postrider. */
export const platformRecords: DnsRecord[] = [
  { name: platformHost, type: 'A', value: '127.0.0.1' },
  // SMTP_NAME of the development stack.
  { name: 'smtp.postrider.test', type: 'A', value: '127.0.0.1' },
  // Its EHLO_NAME.
  { name: `mail.${platformHost}`, type: 'A', value: '127.0.0.1' },
  { name: `mail.${platformHost}`, type: 'TXT', value: 'v=spf1 a -all' },
  { name: '1.0.0.127.in-addr.arpa', type: 'PTR', value: `mail.${platformHost}` },
  { name: platformHost, type: 'MX', value: platformHost, priority: 10 },
  // Domains of others may send their DMARC reports here (RFC 7489 section 7.1).
  { name: `*._report._dmarc.${platformHost}`, type: 'TXT', value: 'v=DMARC1' },
  { name: `_spf.${platformHost}`, type: 'TXT', value: 'v=spf1 ip4:127.0.0.1 ip6:::1 -all' },
];
