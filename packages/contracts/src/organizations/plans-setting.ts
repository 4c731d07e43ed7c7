import { z } from 'zod';
import { imageLimits } from '../images/image';
import { planNames, plans, type Plan, type PlanTable } from './plans';

/** An event costs as much as it has endpoints. */
const webhookEndpointsMax = 100;

/** Numbers that always have a cap. */
const mostOf: Readonly<Record<string, number>> = {
  webhook_endpoints: webhookEndpointsMax,
  image_bytes: imageLimits.uploadBytesMax,
};

const amount = z.int().min(0).nullable().optional();

const changes = z.strictObject({
  requests_per_second: z.int().min(1).nullable().optional(),
  monthly_allowance: amount,
  monthly_limit: amount,
  daily_cap: amount,
  contacts: amount,
  webhook_endpoints: z.int().min(0).max(webhookEndpointsMax).optional(),
  domains: amount,
  new_contacts_per_day: amount,
  automation_runs_per_day: amount,
  image_bytes: z.int().min(0).max(imageLimits.uploadBytesMax).optional(),
  image_storage_bytes: amount,
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
    .meta({ pattern: '^\\s*(?:\\{[\\s\\S]*\\})?\\s*$' })
    .default('')
    .transform((text, context) => {
      const given = jsonOf(text);
      const read = changedPlans.safeParse(given);
      if (!read.success) {
        context.addIssue({ code: 'custom', message: mistakeOf(given, read.error.issues[0]) });
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

const example = '{"free": {"daily_cap": 200}}';

/** What is wrong first, in the words of the setting. */
function mistakeOf(given: unknown, issue: z.core.$ZodIssue | undefined): string {
  if (given === undefined || typeof given !== 'object' || given === null || Array.isArray(given)) {
    return `must be a JSON object such as ${example}`;
  }
  // Of a key that is none, zod tells the name apart from the path.
  const path = issue?.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : issue?.path;
  const [plan, number] = (path ?? []).map(String);
  if (plan === undefined || !planNames.some((name) => name === plan)) {
    return `${JSON.stringify(plan ?? '').slice(0, 40)} is not a plan; plans are ${planNames.join(', ')}`;
  }
  if (issue?.code === 'unrecognized_keys') {
    const unknown = JSON.stringify(issue.keys[0] ?? '').slice(0, 40);
    return `${plan} has no ${unknown}; its keys are ${Object.keys(changes.shape).join(', ')}`;
  }
  if (number === undefined) return `${plan} must be an object such as {"daily_cap": 200}`;
  const most = mostOf[number];
  if (most !== undefined) return `${plan}.${number} must be a whole number from 0 to ${most}`;
  const least = number === 'requests_per_second' ? 1 : 0;
  return `${plan}.${number} must be a whole number of at least ${least}, or null for no cap`;
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
    requestsPerSecond: or(given.requests_per_second, plan.requestsPerSecond),
    monthlyAllowance: or(given.monthly_allowance, plan.monthlyAllowance),
    monthlyLimit: or(given.monthly_limit, plan.monthlyLimit),
    dailyCap: or(given.daily_cap, plan.dailyCap),
    contacts: or(given.contacts, plan.contacts),
    webhookEndpoints: given.webhook_endpoints ?? plan.webhookEndpoints,
    domains: or(given.domains, plan.domains),
    newContactsPerDay: or(given.new_contacts_per_day, plan.newContactsPerDay),
    automationRunsPerDay: or(given.automation_runs_per_day, plan.automationRunsPerDay),
    imageBytes: given.image_bytes ?? plan.imageBytes,
    imageStorageBytes: or(given.image_storage_bytes, plan.imageStorageBytes),
  };
}

/** A limit of 0 stops sending, whatever the plan includes. */
function exceedsItsLimit({ monthlyAllowance, monthlyLimit }: Plan): boolean {
  if (monthlyLimit === null || monthlyLimit === 0) return false;
  return monthlyAllowance === null || monthlyAllowance > monthlyLimit;
}
