import type { SuppressionReason } from '@postrider/contracts/statuses';
import type { SuppressionResource } from '@postrider/contracts/suppressions';

export interface SuppressionRow {
  readonly id: string;
  readonly email: string;
  readonly reason: SuppressionReason;
  /** Null: the whole organization. */
  readonly domainId: string | null;
  /** Its name. */
  readonly domain: string | null;
  readonly sourceEmailId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export function presentSuppression(row: SuppressionRow): SuppressionResource {
  const { id, email, reason, domain, sourceEmailId, createdAt, expiresAt } = row;
  return {
    object: 'suppression',
    id,
    email,
    reason,
    scope: row.domainId === null ? 'organization' : 'domain',
    ...(domain !== null && { domain }),
    ...(sourceEmailId !== null && { source_email_id: sourceEmailId }),
    created_at: createdAt.toISOString(),
    ...(expiresAt !== null && { expires_at: expiresAt.toISOString() }),
  };
}
