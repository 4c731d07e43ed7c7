import { dkimDnsRecord, expectedRecords, type ExpectedRecord } from '@postrider/mail';
import type { DnsRecord } from '../dns-server/dns-zone';
import type { DevelopmentSecrets } from './development-secrets';

/** Receives bounces, complaints (`fbl@`) and replies; what the customers' records point to. */
export const platformHost = 'platform.postrider.test';

export interface DemoDomain {
  name: string;
  stream: 'transactional' | 'bulk';
  selector: string;
  keyPair: { privateKeyPem: string; publicKeyPem: string };
}

export function demoDomains({ dkim }: DevelopmentSecrets): [transactional: DemoDomain, bulk: DemoDomain] {
  return [
    { name: 'mail.postrider.test', stream: 'transactional', selector: 'pr1', keyPair: dkim.transactional },
    { name: 'news.postrider.test', stream: 'bulk', selector: 'pr1', keyPair: dkim.bulk },
  ];
}

/** What the owner of the domain publishes. */
export function demoRecords({ name, selector, keyPair }: DemoDomain): ExpectedRecord[] {
  return expectedRecords({
    name,
    ...demoLabels,
    keys: [{ selector, algorithm: 'rsa-2048', publicKey: publicKeyOf(keyPair) }],
    platformHost,
  });
}

/** As in the `p=` of its DNS record. */
export function publicKeyOf({ publicKeyPem }: DemoDomain['keyPair']): string {
  return dkimDnsRecord(publicKeyPem).replace(/^.*p=/, '');
}

/** The defaults of a domain. */
const demoLabels = { returnPathLabel: 'bounce', trackingLabel: 'links', replyLabel: 'reply' };

/** Published by whoever runs Postrider. */
export const platformRecords: DnsRecord[] = [
  { name: platformHost, type: 'A', value: '127.0.0.1' },
  { name: platformHost, type: 'MX', value: platformHost, priority: 10 },
  { name: `_spf.${platformHost}`, type: 'TXT', value: 'v=spf1 ip4:127.0.0.1 ip6:::1 -all' },
];
