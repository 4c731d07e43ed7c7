import { allRights, type Principal, type SendingDomain } from '@postrider/contracts/access';
import { newId } from '@postrider/contracts/ids';
import type { DomainStream } from '@postrider/contracts/statuses';

interface SenderDomain {
  readonly id: string;
  readonly name: string;
  readonly stream?: DomainStream;
}

interface PrincipalOverrides extends Partial<Pick<Principal, 'actor' | 'mode' | 'domainIds' | 'domains'>> {
  readonly organization: { readonly id: string } & Partial<Principal['organization']>;
  /** Its one domain, verified; transactional by default. */
  readonly domain?: SenderDomain;
}

/** A principal that may send, without a row of its key: a client organization on the free plan. */
export function sendingPrincipal({ organization, domain, ...overrides }: PrincipalOverrides): Principal {
  return {
    actor: { type: 'key', id: newId(), name: 'test' },
    mode: 'live',
    permission: 'SEND',
    domainIds: null,
    rights: allRights,
    rateLimit: 0,
    domains: new Map(domain && [[domain.name, verified(domain)]]),
    ...overrides,
    organization: {
      slug: 'test',
      kind: 'client',
      plan: 'free',
      sendingPausedAt: null,
      underReviewAt: null,
      isScreened: false,
      ...organization,
    },
  };
}

function verified({ id, name, stream = 'transactional' }: SenderDomain): SendingDomain {
  return { id, name, stream, status: 'verified', trackingVerified: false };
}

/** There is always room, and nothing to refund. */
export const unlimitedQuota = {
  reserve: (recipientCounts: readonly number[]) =>
    Promise.resolve(recipientCounts.map(() => 'reserved' as const)),
  refund: () => undefined,
};
