import { dkimDnsRecord, expectedRecords, type ExpectedRecord } from '@postrider/mail';
import { platformHost } from '@postrider/testkit';
import type { DevelopmentSecrets } from './development-secrets';

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
    keys: [{ selector, algorithm: 'rsa-2048', publicKey: publicKeyOf(keyPair), isRequired: true }],
    platformHost,
  });
}

/** As in the `p=` of its DNS record. */
export function publicKeyOf({ publicKeyPem }: DemoDomain['keyPair']): string {
  return dkimDnsRecord(publicKeyPem).replace(/^.*p=/, '');
}

/** The defaults of a domain. */
const demoLabels = {
  returnPathLabel: 'bounce',
  trackingLabel: 'links',
  replyLabel: 'reply',
  receives: false,
  dmarcPolicy: null,
  dmarcTesting: false,
  mtaStsId: null,
};
