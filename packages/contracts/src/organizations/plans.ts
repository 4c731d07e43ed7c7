/** What a plan allows. Null means no cap. Defaults; a deployment may override them by setting. */
export interface Plan {
  /** Requests of all API keys of an organization together. */
  readonly requestsPerSecond: number | null;
  readonly monthlyAllowance: number | null;
  readonly monthlyLimit: number | null;
  readonly dailyCap: number | null;
  readonly contacts: number | null;
  /** Each event goes to each of them, so there is always a cap. */
  readonly webhookEndpoints: number;
  readonly domains: number | null;
  readonly newContactsPerDay: number | null;
  readonly automationRunsPerDay: number | null;
  /** Size of an uploaded image in bytes; bodies have a size, so there is always a cap. */
  readonly imageBytes: number;
  /** Size of all stored images together, in bytes. */
  readonly imageStorageBytes: number | null;
}

export const planNames = ['free', 'starter', 'scale', 'internal'] as const;
export type PlanName = (typeof planNames)[number];

export type PlanTable = Readonly<Record<PlanName, Plan>>;

export const plans: PlanTable = {
  free: {
    requestsPerSecond: 20,
    monthlyAllowance: 3_000,
    monthlyLimit: 3_000,
    dailyCap: 100,
    contacts: 1_000,
    webhookEndpoints: 1,
    domains: 10,
    newContactsPerDay: 1_000,
    automationRunsPerDay: 1_000,
    imageBytes: 5_000_000,
    imageStorageBytes: 100_000_000,
  },
  starter: {
    requestsPerSecond: 100,
    monthlyAllowance: 50_000,
    monthlyLimit: 100_000,
    dailyCap: null,
    contacts: 10_000,
    webhookEndpoints: 5,
    domains: 100,
    newContactsPerDay: 10_000,
    automationRunsPerDay: 10_000,
    imageBytes: 10_000_000,
    imageStorageBytes: 1_000_000_000,
  },
  scale: {
    requestsPerSecond: 500,
    monthlyAllowance: 1_000_000,
    monthlyLimit: 2_000_000,
    dailyCap: null,
    contacts: null,
    webhookEndpoints: 50,
    domains: 1_000,
    newContactsPerDay: 100_000,
    automationRunsPerDay: 100_000,
    imageBytes: 10_000_000,
    imageStorageBytes: 10_000_000_000,
  },
  internal: {
    requestsPerSecond: null,
    monthlyAllowance: null,
    monthlyLimit: null,
    dailyCap: null,
    contacts: null,
    webhookEndpoints: 100,
    domains: null,
    newContactsPerDay: null,
    automationRunsPerDay: null,
    imageBytes: 10_000_000,
    imageStorageBytes: null,
  },
};

/** Turns that an organization has against others while there is more to send than can be sent at once. */
export const sendWeights: Readonly<Record<PlanName, number>> = { free: 1, starter: 2, scale: 4, internal: 4 };

/** The plan of that name; an unknown name gets the smallest plan rather than no limits. */
export function planNamed(name: string, table: PlanTable = plans): Plan {
  return Object.hasOwn(table, name) ? table[name as PlanName] : table.free;
}
