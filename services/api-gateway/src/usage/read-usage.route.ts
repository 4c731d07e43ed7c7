import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import {
  planNamed,
  usageResource,
  type Plan,
  type PlanTable,
  type UsageResource,
} from '@postrider/contracts/organizations';
import type { Clock } from '@postrider/runtime';
import { defineRoute, type Route } from '../http/route';
import type { OrganizationUsage, UsageRepository } from './usage.repository';

interface UsageRouteOptions {
  readonly usage: UsageRepository;
  readonly plans: PlanTable;
  readonly clock: Clock;
}

const retryAfterSeconds = 5;

export function readUsageRoute({ usage, plans, clock }: UsageRouteOptions): Route {
  return defineRoute({
    operationId: 'readUsage',
    method: 'GET',
    path: '/usage',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get plan usage',
    description:
      'Returns the usage and limits of your plan and the rate limits of the key and the organization. If the counters cannot be read, it fails with `usage_unavailable`.',
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

function presentUsage({
  principal,
  limits,
  used,
  now,
}: {
  readonly principal: Principal;
  readonly limits: Plan;
  readonly used: OrganizationUsage;
  readonly now: Date;
}): UsageResource {
  return {
    object: 'usage',
    plan: principal.organization.plan,
    emails: {
      monthly: {
        used: used.month,
        limit: limits.monthlyLimit,
        allowance: limits.monthlyAllowance,
        overage: isBilledBeyond(limits),
        resets_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
      },
      daily: {
        used: used.day,
        limit: limits.dailyCap,
        resets_at: new Date(
          Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
        ).toISOString(),
      },
    },
    contacts: { used: used.contacts, limit: limits.contacts },
    rate_limit: {
      limit: principal.rateLimit === 0 ? null : principal.rateLimit,
      organization_limit: limits.requestsPerSecond,
      duration: '1s',
    },
  };
}

/** Mail past the allowance is billed, up to the limit or without one. */
function isBilledBeyond({ monthlyAllowance, monthlyLimit }: Plan): boolean {
  return monthlyAllowance !== null && (monthlyLimit === null || monthlyLimit > monthlyAllowance);
}
