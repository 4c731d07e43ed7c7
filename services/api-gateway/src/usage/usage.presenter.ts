import type { Plan, Principal, UsageResource } from '@postrider/contracts';
import type { OrganizationUsage } from './usage.repository';

export function presentUsage(given: {
  readonly principal: Principal;
  readonly limits: Plan;
  readonly used: OrganizationUsage;
  readonly now: Date;
}): UsageResource {
  const { principal, limits, used, now } = given;
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
    rate_limit: { limit: principal.rateLimit === 0 ? null : principal.rateLimit, duration: '1s' },
  };
}

/** Mail past the allowance is billed, up to the limit or without one. */
function isBilledBeyond({ monthlyAllowance, monthlyLimit }: Plan): boolean {
  return monthlyAllowance !== null && (monthlyLimit === null || monthlyLimit > monthlyAllowance);
}
