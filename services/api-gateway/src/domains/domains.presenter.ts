import type { DomainResource } from '@postrider/contracts';
import type { DomainRow } from './domain-row';

export function presentDomain(row: DomainRow): DomainResource {
  return {
    object: 'domain',
    id: row.id,
    name: row.name,
    status: row.status,
    failed_reason: row.status === 'failed' ? row.failedReason : null,
    stream: row.stream === 'bulk' ? 'bulk' : 'transactional',
    dns_mode: row.dnsMode === 'cloudflare' ? 'cloudflare' : 'manual',
    created_at: row.createdAt.toISOString(),
    verified_at: row.verifiedAt?.toISOString() ?? null,
    last_checked_at: row.lastCheckedAt?.toISOString() ?? null,
    return_path: `${row.returnPathLabel}.${row.name}`,
    tracking_host: `${row.trackingLabel}.${row.name}`,
    reply_address: `reply@${row.replyLabel}.${row.name}`,
    dkim: { selector: row.dkimKeys[0]?.selector ?? '' },
    records: [...row.records],
  };
}
