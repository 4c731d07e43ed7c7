import type { DnsRecord } from './dns-zone';

/** Receives bounces, complaints (`fbl@`) and replies; what the customers' records point to. */
export const platformHost = 'platform.postrider.test';

/** Published by whoever runs Postrider. */
export const platformRecords: DnsRecord[] = [
  { name: platformHost, type: 'A', value: '127.0.0.1' },
  { name: platformHost, type: 'MX', value: platformHost, priority: 10 },
  { name: `_spf.${platformHost}`, type: 'TXT', value: 'v=spf1 ip4:127.0.0.1 ip6:::1 -all' },
];
