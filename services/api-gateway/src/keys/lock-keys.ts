import { AppError } from '@postrider/contracts';
import type { ApiGatewayView } from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';

/**
 * Makes whoever changes the organization's keys take turns, a partner that revokes all of them too: a revoked key
 * cannot finish making another one.
 * @throws AppError `unauthorized` when the author was revoked while it waited
 */
export async function lockKeys(
  tx: Pick<ApiGatewayView, 'organization' | 'apiKey'>,
  organizationId: string,
  { keyId }: Author,
): Promise<void> {
  await tx.organization.update({
    where: { id: organizationId },
    data: { updatedAt: new Date() },
    select: { id: true },
  });
  const valid = await tx.apiKey.count({ where: { id: keyId, organizationId, revokedAt: null } });
  if (valid === 0) throw new AppError('unauthorized');
}
