import { dkimDnsRecord } from '@postrider/mail';
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

export interface ExpectedRecord extends DnsRecord {
  record: 'DKIM' | 'MX' | 'SPF' | 'DMARC' | 'TRACKING' | 'REPLY';
  /** Without it the domain does not count as verified. */
  required: boolean;
}

/** What the owner of the domain publishes. */
export function expectedRecords({ name, selector, keyPair }: DemoDomain): ExpectedRecord[] {
  return [
    {
      record: 'DKIM',
      type: 'TXT',
      name: `${selector}._domainkey.${name}`,
      value: dkimDnsRecord(keyPair.publicKeyPem),
      required: true,
    },
    { record: 'MX', type: 'MX', name: `bounce.${name}`, value: platformHost, priority: 10, required: true },
    {
      record: 'SPF',
      type: 'TXT',
      name: `bounce.${name}`,
      value: `v=spf1 include:_spf.${platformHost} ~all`,
      required: true,
    },
    { record: 'DMARC', type: 'TXT', name: `_dmarc.${name}`, value: 'v=DMARC1; p=none', required: false },
    { record: 'TRACKING', type: 'CNAME', name: `links.${name}`, value: platformHost, required: false },
    {
      record: 'REPLY',
      type: 'MX',
      name: `reply.${name}`,
      value: platformHost,
      priority: 10,
      required: false,
    },
  ];
}

/** Published by whoever runs Postrider. */
export const platformRecords: DnsRecord[] = [
  { name: platformHost, type: 'A', value: '127.0.0.1' },
  { name: platformHost, type: 'MX', value: platformHost, priority: 10 },
  { name: `_spf.${platformHost}`, type: 'TXT', value: 'v=spf1 ip4:127.0.0.1 ip6:::1 -all' },
];
