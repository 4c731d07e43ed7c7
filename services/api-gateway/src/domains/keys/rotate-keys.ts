import type { Clock, Logger, SecretBox } from '@postrider/runtime';
import { publishRecords } from '../providers/publish-domain';
import { DnsProviderError, IdentityProviderError, type DnsProvider } from '../providers/provider';
import type { RenewIdentity } from '../providers/register-identity';
import type { DomainRow } from '../store/domain-row';
import type { DomainsRepository } from '../store/domains.repository';
import { recordsOf, type SendingSetup } from '../store/sending-setup';
import { isRsa, nextSelectorNumber, dkimKeyState, type DkimKeyRow } from '../store/dkim-key-state';
import type { KeyRotation } from '../verification/verify-domains';
import type { DkimKeysRepository } from './dkim-keys.repository';
import { mintKeys } from '../store/mint-keys';
import { needsNewKeys, removableKeys } from '../verification/plan-rotation';

interface Options {
  readonly domains: DomainsRepository;
  readonly keys: DkimKeysRepository;
  /** Null: no token. */
  readonly dnsProvider: DnsProvider | null;
  readonly renewIdentity: RenewIdentity;
  readonly secretBox: SecretBox;
  readonly setup: SendingSetup;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createKeyRotation(options: Options): KeyRotation {
  const { domains, keys, secretBox, setup, clock, log } = options;
  return {
    prepare: async (row) => {
      let current = row;
      if (needsNewKeys(row, setup, clock.now())) {
        const number = nextSelectorNumber(row.dkimKeys);
        const minted = await mintKeys(secretBox, { number, ed25519: setup.ed25519Keys, rsaSigns: false });
        if (await keys.add(row, minted, clock.now()))
          log.info({ domain_id: row.id, number }, 'a domain has new DKIM keys');
        current = { ...row, dkimKeys: (await domains.find(row))?.dkimKeys ?? row.dkimKeys };
      }
      return publishPending(options, current);
    },

    finish: async (before) => {
      if (before.dkimKeys.length <= 1) return;
      const row = await domains.find(before);
      if (row === null) return;
      const isRenewed = await renew(options, row);
      // What the provider still signs with an old key is verified by its record.
      if (isRenewed)
        for (const key of removableKeys(row.dkimKeys, clock.now())) await remove(options, row, key);
    },
  };
}

/** Where we have published the domain's other records, we publish those of its new keys. */
async function publishPending(options: Options, row: DomainRow): Promise<DomainRow> {
  const { domains, dnsProvider, setup, log } = options;
  if (row.dnsMode !== 'cloudflare' || row.publishedRecords.length === 0 || dnsProvider === null) return row;
  const published = new Set(row.publishedRecords.map(({ name }) => name));
  const names = new Set(
    row.dkimKeys.filter((key) => dkimKeyState(key) === 'pending').map((key) => recordName(row, key)),
  );
  const records = recordsOf(row, setup).filter(({ name }) => names.has(name) && !published.has(name));
  if (records.length === 0) return row;
  const refused = await publishRecords(domains, row, { provider: dnsProvider, records });
  if (refused.length > 0)
    log.warn({ domain_id: row.id, refused }, 'the record of a new DKIM key was not published');
  return { ...row, publishedRecords: (await domains.find(row))?.publishedRecords ?? row.publishedRecords };
}

/** @returns whether the provider, if it signs, has the key that is active now */
async function renew({ renewIdentity, log }: Options, row: DomainRow): Promise<boolean> {
  const signing = row.dkimKeys.find((key) => isRsa(key) && key.active);
  const since = signing?.activatedAt ?? null;
  const isStale =
    since !== null &&
    row.transport === 'ses' &&
    row.identities.some(({ registeredAt }) => registeredAt !== null && new Date(registeredAt) < since);
  if (!isStale) return true;
  try {
    await renewIdentity(row);
    return true;
  } catch (error) {
    if (!(error instanceof IdentityProviderError)) throw error;
    log.error({ err: error, domain_id: row.id }, 'the provider refused the new DKIM key of a domain');
    return false;
  }
}

async function remove(options: Options, row: DomainRow, key: DkimKeyRow): Promise<void> {
  const { domains, keys, dnsProvider, log } = options;
  const name = recordName(row, key);
  try {
    for (const record of row.publishedRecords.filter((each) => each.name === name)) {
      if (dnsProvider === null) throw new DnsProviderError('the server has no API token for Cloudflare');
      await dnsProvider.remove(record);
      await domains.noteExternalResources(row, ({ publishedRecords }) => ({
        publishedRecords: publishedRecords.filter(({ recordId }) => recordId !== record.recordId),
      }));
    }
  } catch (error) {
    if (!(error instanceof DnsProviderError)) throw error;
    log.warn({ err: error, domain_id: row.id }, 'the record of a retired DKIM key was not removed');
    return;
  }
  await keys.remove(key);
  log.info({ domain_id: row.id, selector: key.selector }, 'a retired DKIM key was removed');
}

function recordName({ name }: DomainRow, { selector }: DkimKeyRow): string {
  return `${selector}._domainkey.${name}`;
}
