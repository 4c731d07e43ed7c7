import { z } from 'zod';
import { planNames, plans, type Plan, type PlanTable } from './plans';

const amount = z.int().min(0).nullable().optional();

const changes = z.strictObject({
  monthly_allowance: amount,
  monthly_limit: amount,
  daily_cap: amount,
  contacts: amount,
  webhook_endpoints: amount,
  domains: amount,
  new_contacts_per_day: amount,
  automation_runs_per_day: amount,
});
type Changes = z.output<typeof changes>;

const changedPlans = z.partialRecord(z.enum(planNames), changes);

/**
 * A setting with numbers of plans that differ from the defaults, as JSON:
 * `{"free": {"daily_cap": 200}, "scale": {"monthly_limit": null}}`. Null means no cap; empty: the defaults.
 */
export function plansSetting(): z.ZodType<PlanTable, string | undefined> {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      const read = changedPlans.safeParse(jsonOf(text));
      if (!read.success) {
        context.addIssue({ code: 'custom', message: z.prettifyError(read.error) });
        return z.NEVER;
      }
      const table = Object.fromEntries(
        planNames.map((name) => [name, changed(plans[name], read.data[name] ?? {})]),
      ) as PlanTable;
      for (const name of planNames.filter((each) => exceedsItsLimit(table[each]))) {
        context.addIssue({ code: 'custom', message: `${name}: monthly_allowance is above monthly_limit` });
      }
      return table;
    });
}

/** Undefined for what is not JSON, which no schema takes. */
function jsonOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function changed(plan: Plan, given: Changes): Plan {
  const or = (value: number | null | undefined, byDefault: number | null): number | null =>
    value === undefined ? byDefault : value;
  return {
    monthlyAllowance: or(given.monthly_allowance, plan.monthlyAllowance),
    monthlyLimit: or(given.monthly_limit, plan.monthlyLimit),
    dailyCap: or(given.daily_cap, plan.dailyCap),
    contacts: or(given.contacts, plan.contacts),
    webhookEndpoints: or(given.webhook_endpoints, plan.webhookEndpoints),
    domains: or(given.domains, plan.domains),
    newContactsPerDay: or(given.new_contacts_per_day, plan.newContactsPerDay),
    automationRunsPerDay: or(given.automation_runs_per_day, plan.automationRunsPerDay),
  };
}

/** A limit of 0 stops sending, whatever the plan includes. */
function exceedsItsLimit({ monthlyAllowance, monthlyLimit }: Plan): boolean {
  if (monthlyLimit === null || monthlyLimit === 0) return false;
  return monthlyAllowance === null || monthlyAllowance > monthlyLimit;
}
