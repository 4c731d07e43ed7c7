import assert from 'node:assert';
import type { DomainResource } from '@postrider/contracts/domains';
import { isRsa } from '../store/dkim-key-state';
import type { DomainRow } from '../store/domain-row';

export function presentDomain(row: DomainRow): DomainResource {
  const dkimKey = row.dkimKeys.find((key) => key.active && isRsa(key));
  assert(dkimKey !== undefined, 'a domain has an RSA key that signs');
  return {
    object: 'domain',
    id: row.id,
    name: row.name,
    status: row.status,
    failed_reason: row.status === 'failed' ? row.failedReason : null,
    stream: row.stream,
    dns_mode: row.dnsMode,
    created_at: row.createdAt.toISOString(),
    verified_at: row.verifiedAt?.toISOString() ?? null,
    last_checked_at: row.lastCheckedAt?.toISOString() ?? null,
    return_path: `${row.returnPathLabel}.${row.name}`,
    tracking_host: `${row.trackingLabel}.${row.name}`,
    reply_address: `reply@${row.replyLabel}.${row.name}`,
    inbound: { mode: row.inboundRule, addresses: row.inboundAddresses },
    dkim: { selector: dkimKey.selector },
    records: [...row.records],
  };
}
