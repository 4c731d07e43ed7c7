import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import type { Mode, Permission } from '@postrider/contracts/statuses';
import { insertRow, type Queryable } from './insert-row';

export interface ApiKeyFixture {
  id: string;
  /** `pr_live_…` or `pr_test_…`, for `Authorization: Bearer`. */
  token: string;
  mode: Mode;
  permission: Permission;
}

export interface ApiKeyOverrides {
  organizationId: string;
  /** Default `live`. */
  mode?: Mode;
  /** Default `ADMIN`. */
  permission?: Permission;
  name?: string;
  /** Restricts the key to these domains. */
  domainIds?: readonly string[];
  /** Default true. */
  content?: boolean;
  /** Default true. */
  export?: boolean;
  /** Requests a second; default 0, no cap. */
  rateLimit?: number | null;
  /** CIDR ranges; default: any address. */
  allowedIps?: readonly string[];
  /** Normalized; default: any. */
  allowedRecipients?: readonly string[];
  templatesOnly?: boolean;
  /** Default: none. */
  dailyLimit?: number;
  expiresAt?: Date;
  revokedAt?: Date;
}

export async function createApiKey(db: Queryable, overrides: ApiKeyOverrides): Promise<ApiKeyFixture> {
  const { organizationId, mode = 'live', permission = 'ADMIN' } = overrides;
  const id = newId();
  const token = `pr_${mode}_${randomBytes(24).toString('hex')}`;
  await insertRow(db, 'api_keys', {
    id,
    organization_id: organizationId,
    name: overrides.name ?? `${permission} ${mode}`,
    mode,
    permission,
    prefix: token.slice(0, 12),
    token_hash: createHash('sha256').update(token).digest(),
    domain_ids: overrides.domainIds ?? [],
    content: overrides.content ?? true,
    export: overrides.export ?? true,
    rate_limit: overrides.rateLimit === undefined ? 0 : overrides.rateLimit,
    allowed_ips: overrides.allowedIps ?? [],
    allowed_recipients: overrides.allowedRecipients ?? [],
    templates_only: overrides.templatesOnly ?? false,
    daily_limit: overrides.dailyLimit ?? null,
    expires_at: overrides.expiresAt ?? null,
    revoked_at: overrides.revokedAt ?? null,
  });
  return { id, token, mode, permission };
}
