import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { insertAuditEntryWithin, insertNoticeWithin, type ApiGatewayView } from '@postrider/db';
import { describeDomain, readRow, shown, type NameHolder } from './domain-row';

type Transaction = Pick<ApiGatewayView, 'domain' | 'notice' | 'auditEntry'>;

/**
 * Takes the name from an unverified domain, in the transaction that gives it to another organization, and tells its own.
 * A removal that is under way goes on.
 * @throws AppError `domain_taken` when it was verified or given up meanwhile
 */
export async function endClaim(tx: Transaction, { id, organizationId, status }: NameHolder): Promise<void> {
  const found = await tx.domain.findFirst({ where: { id, organizationId }, select: shown });
  const failed = { status: 'failed', nextCheckAt: null, failingSince: null, warnedAt: null };
  const { count } = await tx.domain.updateMany({
    where: { id, organizationId, status, failedReason: null, NOT: { status: 'verified' } },
    data: { failedReason: 'claimed_by_another', ...(status !== 'disabled' && failed) },
  });
  if (found === null || count === 0) {
    throw new AppError(
      'domain_taken',
      'The domain of the other organization was changed at the same time. Repeat the request.',
    );
  }
  const before = readRow(found);
  const after = readRow(await tx.domain.findUniqueOrThrow({ where: { id }, select: shown }));
  // The log has neither the other organization's key nor its name.
  await insertAuditEntryWithin(tx, {
    organizationId,
    actor: { type: 'system', name: 'domain ownership' },
    action: 'domain.lose_name',
    target: { type: 'domain', id },
    before: describeDomain(before),
    after: describeDomain(after),
  });
  await insertNoticeWithin(tx, {
    organizationId,
    kind: 'domain_failed',
    ...lostNotice(before.name),
    identity: `domain_lost:${id}:${newId()}`,
  });
}

function lostNotice(name: string): { subject: string; text: string } {
  return {
    subject: `${name} belongs to another organization`,
    text: [
      `Another organization registered ${name} and proved in DNS that it owns the domain. Your registration, whose records were never found, has failed.`,
      'If you control the DNS of this domain, request its verification: the response explains how to prove ownership.',
    ].join('\n\n'),
  };
}
