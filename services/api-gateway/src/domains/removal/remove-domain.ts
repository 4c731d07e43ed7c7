import { AppError } from '@postrider/contracts/errors';
import { wait, type Clock } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import type { Author } from '../../audit/record-audit-entry';
import {
  DnsProviderError,
  IdentityProviderError,
  type DnsProvider,
  type IdentityProvider,
} from '../providers/provider';
import type { DomainRow } from '../store/domain-row';
import { describeUse, isAlias, type DomainUse, type RemovalsRepository } from './removals.repository';
import type { DomainName, DomainsRepository } from '../store/domains.repository';

interface Options {
  readonly domains: DomainsRepository;
  readonly removals: RemovalsRepository;
  /** Null: no token. */
  readonly dnsProvider: DnsProvider | null;
  readonly identityProvider: IdentityProvider;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
  readonly settleMs: number;
}

/** Deletes a domain for good. @throws AppError `domain_in_use`, `domain_cleanup_failed`, `not_found` */
export type RemoveDomain = (domain: DomainName, author: Author) => Promise<void>;

const aliasKeptMs = 120_000;

/**
 * usable → disabled → (provider, DNS) → gone. Each step can be repeated, so a client that gets an error tries again.
 * A send may have been let in just before the domain was disabled: it is looked for again before anything outside is
 * touched, and in the transaction that deletes. Then the domain stays, disabled.
 */
export function createRemoveDomain(options: Options): RemoveDomain {
  const { domains, removals, bumpCacheVersion, clock, settleMs } = options;

  const refuseInUse = async (domain: DomainName): Promise<void> =>
    refuse(await removals.findUse(domain, clock.now()));

  return async (domain, author) => {
    // A domain that is plainly in use goes on sending.
    await refuseInUse(domain);
    const off = { status: 'disabled', nextCheckAt: null, failingSince: null, warnedAt: null };
    const row = await domains.change(domain, { action: 'disable', data: () => off }, author);
    if (row === null) throw new AppError('not_found');
    await bumpCacheVersion(domain.organizationId);
    // Sends that were authorized before have committed by then.
    await wait(settleMs);
    await refuseInUse(domain);
    await cleanUp(options, row);
    const now = clock.now();
    const aliasDueAt = new Date(now.getTime() + aliasKeptMs);
    const result = await removals.remove(domain, { now, aliasDueAt, author });
    if (result.kind === 'in-use') refuse(result.use);
    if (result.kind === 'changed') {
      // Another request has ended it.
      if ((await domains.find(domain)) === null) throw new AppError('not_found');
      throw new AppError(
        'domain_in_use',
        'The domain was verified, published or registered at the same time. Delete it again.',
      );
    }
    await bumpCacheVersion(domain.organizationId);
  };
}

function refuse(use: DomainUse): void {
  const reason = describeUse(use);
  if (reason !== null) throw new AppError('domain_in_use', reason);
}

/**
 * What is gone is noted at once: the next attempt begins where this one ended. What the organization that holds the name by now
 * has taken over stays for it.
 */
async function cleanUp(options: Options, row: DomainRow): Promise<void> {
  const { domains, dnsProvider, identityProvider } = options;
  const holder = row.failedReason === null ? null : await domains.findHolder(row.name);
  const isTakenOver = (id: string): boolean =>
    holder?.publishedRecords.some(({ recordId }) => recordId === id) ?? false;
  const isRegistered = (region: string): boolean =>
    holder?.identities.some((each) => each.region === region) ?? false;
  try {
    for (const record of row.publishedRecords.filter((each) => !isAlias(each))) {
      if (dnsProvider === null) throw new DnsProviderError('the server has no API token for Cloudflare');
      if (!isTakenOver(record.recordId)) await dnsProvider.remove(record);
      await domains.noteExternalResources(row, ({ publishedRecords }) => ({
        publishedRecords: publishedRecords.filter(({ recordId }) => recordId !== record.recordId),
      }));
    }
    for (const { region } of row.identities) {
      if (!isRegistered(region)) await identityProvider.remove(region, row.name);
      await domains.noteExternalResources(row, ({ identities }) => ({
        identities: identities.filter((each) => each.region !== region),
      }));
    }
  } catch (error) {
    if (!(error instanceof DnsProviderError) && !(error instanceof IdentityProviderError)) throw error;
    throw new AppError('domain_cleanup_failed', `The domain stays disabled: ${error.message}. Try again.`);
  }
}
