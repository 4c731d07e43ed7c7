import type { Principal } from '@postrider/contracts/access';
import type { KeyIdentity, KeyResource } from '@postrider/contracts/keys';
import { readableDomains } from '../auth/principal-scope';
import { keyStatus, type KeyRow } from './keys.repository';

/** `domains`: the key's restriction when it has one, otherwise every verified domain of the organization. */
export function presentKeyIdentity(principal: Principal): KeyIdentity {
  const isRestricted = principal.domainIds !== null;
  const domains = readableDomains(principal).filter((domain) => isRestricted || domain.status === 'verified');
  return {
    object: 'api_key',
    id: principal.actor.id,
    name: principal.actor.name,
    mode: principal.mode,
    permission: principal.permission,
    domains: domains.map((domain) => domain.name).sort(),
    allowed_recipients: [...(principal.limits?.recipients ?? [])],
    templates_only: principal.limits?.templatesOnly ?? false,
  };
}

function creatorOf({
  createdByType: type,
  createdById: id,
  createdByName: name,
}: KeyRow): KeyResource['created_by'] {
  return type === null ? null : { type: type as 'key' | 'user' | 'operator', id, name };
}

/** How a caller sees keys of its organization at a time. */
export function keyPresenter(principal: Principal, now: Date): (row: KeyRow) => KeyResource {
  const names = new Map([...principal.domains.values()].map(({ id, name }) => [id, name]));
  return (row) => ({
    object: 'api_key',
    id: row.id,
    name: row.name,
    permission: row.permission,
    mode: row.mode,
    // A domain may be gone when every key that named it was revoked; no name at all would mean "not restricted".
    domains: (row.domainIds ?? []).map((id) => names.get(id) ?? id).sort(),
    prefix: row.prefix,
    status: keyStatus(row, now),
    rights: { content: row.content, export: row.export },
    rate_limit: row.rateLimit,
    allowed_ips: row.allowedIps ?? [],
    allowed_recipients: row.allowedRecipients ?? [],
    templates_only: row.templatesOnly,
    daily_limit: row.dailyLimit,
    replaced_by: row.replacedById,
    created_by: creatorOf(row),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  });
}
