import { rotationGraceMs } from '@postrider/contracts';
import type { ApiGatewayView } from '@postrider/db';
import type { DomainName } from './domains.repository';

/** What keeps a domain from being deleted. */
export interface DomainUse {
  readonly hasMessages: boolean;
  /** Active keys that are restricted to it, alone or with others. */
  readonly keys: readonly { readonly id: string; readonly name: string }[];
  // Broadcasts, signup forms and automations do not exist yet; they belong here, automations by name.
}

export async function findDomainUse(
  tx: Pick<ApiGatewayView, 'message' | 'apiKey'>,
  { organizationId, id }: DomainName,
  now: Date,
): Promise<DomainUse> {
  const message = await tx.message.findFirst({
    where: { organizationId, domainId: id },
    select: { id: true },
  });
  const keys = await tx.apiKey.findMany({
    where: {
      organizationId,
      domainIds: { has: id },
      revokedAt: null,
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        { OR: [{ rotatedAt: null }, { rotatedAt: { gt: new Date(now.getTime() - rotationGraceMs) } }] },
      ],
    },
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
  });
  return { hasMessages: message !== null, keys };
}

/** Null: nothing uses the domain. */
export function describeUse({ hasMessages, keys }: DomainUse): string | null {
  const reasons = [
    ...(hasMessages ? ['it has messages'] : []),
    ...(keys.length > 0 ? [`active keys are restricted to it: ${keys.map(nameKey).join(', ')}`] : []),
  ];
  if (reasons.length === 0) return null;
  const advice = keys.length > 0 ? ' Revoke the keys first.' : '';
  return `The domain cannot be deleted: ${reasons.join('; ')}.${advice}`;
}

function nameKey({ id, name }: { id: string; name: string }): string {
  return `${JSON.stringify(name)} (${id})`;
}
