import { planNamed, type UsageResource } from '@postrider/contracts';
import type { Usage } from '@postrider/submission';
import type { Principal } from '../http/route';

export function presentUsage(principal: Principal, used: Usage, now: Date): UsageResource {
  const { plan: name } = principal.organization;
  const plan = planNamed(name);
  return {
    object: 'usage',
    plan: name,
    emails: {
      monthly: {
        used: used.month,
        limit: plan.monthlyLimit,
        allowance: plan.monthlyAllowance,
        overage: (plan.monthlyLimit ?? 0) > (plan.monthlyAllowance ?? Infinity),
        resets_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
      },
      daily: {
        used: used.day,
        limit: plan.dailyCap,
        resets_at: new Date(
          Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
        ).toISOString(),
      },
    },
    // Nothing stores contacts in this version.
    contacts: { used: 0, limit: plan.contacts },
    rate_limit: { limit: principal.rateLimit === 0 ? null : principal.rateLimit, duration: '1s' },
  };
}
