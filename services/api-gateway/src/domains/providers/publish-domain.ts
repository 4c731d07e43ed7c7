import { AppError } from '@postrider/contracts/errors';
import type { ExpectedRecord } from '@postrider/mail';
import type { Clock } from '@postrider/runtime';
import type { Author } from '../../audit/record-audit-entry';
import { DnsProviderError, type DnsProvider } from './provider';
import { reopened, reopens, type DomainRow, type PublishedRecord } from '../store/domain-row';
import type { DomainsRepository } from '../store/domains.repository';
import type { NameClaims } from '../verification/name-claims';
import { recordsOf, type SendingSetup } from '../store/sending-setup';

interface Options {
  readonly domains: DomainsRepository;
  readonly claims: NameClaims;
  /** Null: no token. */
  readonly dnsProvider: DnsProvider | null;
  readonly setup: SendingSetup;
  readonly clock: Clock;
}

/**
 * Writes the expected records at the DNS provider; then they are verified at once.
 * @returns null when the domain is gone
 * @throws AppError `forbidden`, `manual_dns`, `cloudflare_unconfigured`, `domain_taken`, `publish_failed`
 */
export type PublishDomain = (row: DomainRow, author: Author) => Promise<DomainRow | null>;

export function createPublishDomain(options: Options): PublishDomain {
  const { domains, claims, dnsProvider, setup, clock } = options;
  return async (row, author) => {
    if (row.organization.kind !== 'internal') {
      throw new AppError(
        'forbidden',
        `Only internal organizations can publish through a DNS provider. Publish the records from GET /domains/${row.id} yourself.`,
      );
    }
    if (row.dnsMode !== 'cloudflare') throw new AppError('manual_dns');
    if (dnsProvider === null) throw new AppError('cloudflare_unconfigured');
    const held = await claims.hold(row, author);
    if (held === null) return null;
    const records = recordsOf(held, setup);
    const refused = await publishRecords(domains, held, { provider: dnsProvider, records });
    if (refused.length > 0) throw new AppError('publish_failed', refused.join('; '));
    return domains.change(
      held,
      { action: 'publish', data: (current) => published(current, clock.now()) },
      author,
    );
  };
}

function published(row: DomainRow, now: Date) {
  const opens = reopens(row, 'publish');
  if (row.status === 'disabled' && !opens) return {};
  return {
    nextCheckAt: now,
    ...((opens || row.status === 'pending') && reopened(now)),
  };
}

/** @returns what the provider refused, record by record */
export async function publishRecords(
  domains: DomainsRepository,
  row: DomainRow,
  { provider, records }: { readonly provider: DnsProvider; readonly records: readonly ExpectedRecord[] },
): Promise<string[]> {
  const zoneId = await provider.findZone(row.name).catch(asRefusal);
  if (typeof zoneId === 'object' && zoneId !== null) return [zoneId.reason];
  if (zoneId === null) return [`Cloudflare has no zone for ${row.name} that the API token can edit`];
  const known = {
    ours: new Set(row.publishedRecords.map(({ recordId }) => recordId)),
    dmarc: row.dmarcPolicy === null ? null : { policy: row.dmarcPolicy, testing: row.dmarcTesting },
  };
  const refused: string[] = [];
  for (const record of records) {
    const answer = await provider.publish(zoneId, record, known).catch(asRefusal);
    if (typeof answer === 'object' && answer !== null) {
      refused.push(`${record.record} ${record.name}: ${answer.reason}`);
      continue;
    }
    if (answer === null) continue;
    const { type, name, record: kind } = record;
    const made: PublishedRecord = {
      provider: 'cloudflare',
      zoneId,
      recordId: answer,
      type,
      name,
      record: kind,
    };
    await domains.noteExternalResources(row, ({ publishedRecords }) => ({
      publishedRecords: [...publishedRecords.filter(({ recordId }) => recordId !== answer), made],
    }));
  }
  return refused;
}

function asRefusal(error: unknown): { readonly reason: string } {
  if (error instanceof DnsProviderError) return { reason: error.message };
  throw error;
}
