import { newId } from '@postrider/contracts/ids';
import { dkimDnsRecord, generateDkimKeyPair } from '@postrider/mail';
import { createSecretBox } from '@postrider/runtime';
import { insertRow, type Queryable } from './insert-row';
import { testMasterKey } from './test-secrets';

export interface DomainFixture {
  id: string;
  name: string;
  dkim: {
    selector: string;
    privateKeyPem: string;
    publicKeyPem: string;
    /** The TXT record that makes the signatures verify. */
    record: { name: string; type: 'TXT'; value: string };
  };
}

export interface DomainOverrides {
  organizationId: string;
  name?: string;
  /** Default `verified`. */
  status?: 'pending' | 'verified' | 'failed' | 'disabled';
  /** Default `transactional`. */
  stream?: 'transactional' | 'bulk';
  trackingVerified?: boolean;
  /** Default `replies`. */
  inboundRule?: 'replies' | 'addresses' | 'catch_all';
  inboundAddresses?: readonly string[];
  selector?: string;
  /** Default: a pair shared by all domains of the process, since making one takes 100 ms. */
  keyPair?: DkimKeyPair;
  /** Seals the private key; default the tests' own. */
  masterKey?: string;
}

export type DkimKeyPair = Awaited<ReturnType<typeof generateDkimKeyPair>>;

let sharedKeyPair: Promise<DkimKeyPair> | undefined;

/** A sending domain with an active RSA key. */
export async function createDomain(db: Queryable, overrides: DomainOverrides): Promise<DomainFixture> {
  const id = newId();
  const name = overrides.name ?? `d${id.slice(-12)}.test`;
  const status = overrides.status ?? 'verified';
  await insertRow(db, 'domains', {
    id,
    organization_id: overrides.organizationId,
    name,
    status,
    failed_reason: status === 'failed' ? 'not_verified' : null,
    stream: overrides.stream ?? 'transactional',
    inbound_rule: overrides.inboundRule ?? 'replies',
    inbound_addresses: overrides.inboundAddresses ?? [],
    tracking_verified: overrides.trackingVerified ?? false,
    verified_at: status === 'verified' ? new Date() : null,
    updated_at: new Date(),
  });
  return { id, name, dkim: await insertDkimKey(db, { id, name }, overrides) };
}

async function insertDkimKey(
  db: Queryable,
  domain: { id: string; name: string },
  overrides: DomainOverrides,
): Promise<DomainFixture['dkim']> {
  const keyPair = overrides.keyPair ?? (await (sharedKeyPair ??= generateDkimKeyPair()));
  const selector = overrides.selector ?? 'pr1';
  const value = dkimDnsRecord(keyPair.publicKeyPem);
  const id = newId();
  const box = createSecretBox({ masterKey: Buffer.from(overrides.masterKey ?? testMasterKey, 'base64') });
  await insertRow(db, 'dkim_keys', {
    id,
    domain_id: domain.id,
    selector,
    algorithm: 'rsa-2048',
    public_key: value.slice(value.indexOf('p=') + 2),
    private_key: box.seal(keyPair.privateKeyPem, id),
  });
  return {
    selector,
    ...keyPair,
    record: { name: `${selector}._domainkey.${domain.name}`, type: 'TXT', value },
  };
}
