import { AppError, planNamed, usageResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { presentUsage } from './usage.presenter';
import type { UsageRouteParts } from './usage-route-parts';

const retryAfterSeconds = 5;

export function readUsageRoute({ usage, plans, clock }: UsageRouteParts): Route {
  return defineRoute({
    method: 'GET',
    path: '/usage',
    permission: 'SEND',
    testKeys: 'allowed',
    summary: 'Plan usage of the organization',
    tag: 'Usage',
    success: { status: 200, schema: usageResource },
    errors: ['usage_unavailable'],
    handle: async ({ principal }) => {
      const now = clock.now();
      const { id, plan } = principal.organization;
      const used = await usage.read(id, plan, now).catch((cause: unknown) => {
        throw new AppError('usage_unavailable', undefined, { retryAfterSeconds, cause });
      });
      const limits = planNamed(plan, plans);
      return { status: 200, body: presentUsage({ principal, limits, used, now }) };
    },
  });
}
