export interface FaultsSettings {
  /** Names, or beginnings of names, of the scenarios to run; empty: all. */
  readonly only: readonly string[];
  /** Messages of each scenario. */
  readonly messages: number;
  readonly messagesPerSecond: number;
  /** Contacts of the scenario `broadcast`. */
  readonly broadcastRecipients: number;
  /** Runs of the scenario `automation`. */
  readonly automationRuns: number;
  /** How long scenarios that stop an engine do so. */
  readonly outageSeconds: number;
}

export function readSettings(): FaultsSettings {
  return {
    only: (process.env['ONLY'] ?? '').split(/[\s,]+/).filter(Boolean),
    messages: positive('FAULTS_MESSAGES', 20_000),
    messagesPerSecond: positive('FAULTS_RATE', 300),
    broadcastRecipients: positive('FAULTS_RECIPIENTS', 50_000),
    automationRuns: positive('FAULTS_RUNS', 5_000),
    outageSeconds: positive('FAULTS_OUTAGE_S', 75),
  };
}

function positive(name: string, byDefault: number): number {
  const value = Number(process.env[name] ?? byDefault);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number above 0`);
  return value;
}
