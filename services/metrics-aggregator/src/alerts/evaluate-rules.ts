import assert from 'node:assert';
import { createBumpCacheVersion } from '@postrider/admission';
import type { AlertKind } from '@postrider/contracts/alerts';
import {
  insertNotice,
  lockSweepCursor,
  withTransaction,
  type Pool,
  type PoolClient,
  type Queryable,
} from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import { startRecurringTask, type Clock, type Logger } from '@postrider/runtime';
import { alertNotice } from './alert-notice';
import { evaluateRule, isRateRule, type AlertLevel, type AlertRule } from './alert-rule';
import { changeAlert, closeAlert, openAlert, pauseOrganization, readRules } from './alerts.repository';
import { measureBlocks, measureSilence } from './measure-counts';
import { measureRates, startOfWindow } from './measure-rates';
import { disableForms } from './disable-forms';
import { weighReports } from './weigh-reports';

/** A sender at full speed does 30,000 messages meanwhile; looking more often would not see more bounces. */
const alertsIntervalMs = 30_000;

/** Evaluates the alert rules regularly. A pause is in force on the next request of every gateway. */
export function startAlerts(options: {
  readonly pool: Pool;
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly intervalMs?: number | undefined;
}): { close(): Promise<void> } {
  const { pool, redis, clock, log, intervalMs = alertsIntervalMs } = options;
  const bumpCacheVersion = createBumpCacheVersion({ redis, log });
  return startRecurringTask({
    name: 'alert rules',
    intervalMs,
    log,
    run: async () => {
      const paused = await evaluateRules({ pool, clock, log });
      for (const organizationId of paused) await bumpCacheVersion(organizationId);
    },
  });
}

const rulesLock = 'metrics-aggregator.alerts';

/**
 * Looks at every rule once and does what follows, in one transaction: an alert, its notice and a pause exist together or
 * not at all. One replica at a time; the others find nothing to do.
 * @returns the organizations that were paused: gateways have to hear of it
 */
export async function evaluateRules({
  pool,
  clock,
  log,
}: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
}): Promise<readonly string[]> {
  return withTransaction(pool, async (client) => {
    if ((await lockSweepCursor(client, rulesLock)) === null) return [];
    const now = clock.now();
    const rules = await readRules(client, now);
    const measured = await measure(client, rules, now);
    const paused: string[] = [];
    for (const rule of rules) {
      const measuredRule = await weigh(client, { rule, value: measured.get(rule.id) ?? null, now, log });
      if (await applyRule(client, measuredRule)) paused.push(rule.organizationId);
    }
    return paused;
  });
}

type Measure = (
  db: Queryable,
  rules: readonly AlertRule[],
  now: Date,
) => Promise<ReadonlyMap<string, number>>;

const measures: Readonly<Record<AlertKind, Measure>> = {
  bounce: measureRates,
  complaint: measureRates,
  provider_block: measureBlocks,
  delivery_silence: measureSilence,
};

async function measure(
  client: PoolClient,
  rules: readonly AlertRule[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const values = new Map<string, number>();
  for (const each of new Set(Object.values(measures))) {
    const measured = await each(
      client,
      rules.filter(({ kind }) => measures[kind] === each),
      now,
    );
    for (const [id, value] of measured) values.set(id, value);
  }
  return values;
}

interface MeasuredRule {
  readonly rule: AlertRule;
  /** Null: too little was sent to say. */
  readonly value: number | null;
  readonly mayPause: boolean;
  readonly now: Date;
  readonly log: Logger;
}

/** Checks a rate that warns before it may pause. Signup forms that make up the rate are disabled. */
async function weigh(client: PoolClient, measured: Omit<MeasuredRule, 'mayPause'>): Promise<MeasuredRule> {
  const { rule, value, now, log } = measured;
  const warns = rule.isEnabled && !rule.isPaused && value !== null && value >= (rule.warnRate ?? Infinity);
  if (!isRateRule(rule.kind) || !warns) return { ...measured, mayPause: false };
  const { rate, mayPause, forms } = await weighReports(client, rule, {
    since: startOfWindow(rule, now),
    now,
  });
  const disabled = await disableForms(client, rule, forms);
  if (disabled.length > 0) {
    log.warn(
      { organization_id: rule.organizationId, rule: rule.kind, forms: disabled },
      'signup forms disabled',
    );
  }
  return { ...measured, value: mayPause ? rate : value, mayPause };
}

/** True when it has paused the organization. */
async function applyRule(client: PoolClient, measured: MeasuredRule): Promise<boolean> {
  const { rule, now, log } = measured;
  const change = evaluateRule(rule, measured.value, measured.mayPause);
  if (change.kind === 'nothing') return false;
  if (change.kind === 'open') {
    const { level, value } = change;
    const alertId = await openAlert(client, { rule, level, value, now });
    return raiseAlarm(client, { ...measured, alertId, level, value });
  }
  assert(rule.open !== null, 'only an open alert changes');
  const { id } = rule.open;
  switch (change.kind) {
    case 'raise':
      await changeAlert(client, { ...rule.open, value: change.value });
      return false;
    case 'close':
      await closeAlert(client, id, now);
      log.info({ organization_id: rule.organizationId, rule: rule.kind }, 'alert closed');
      return false;
    case 'escalate':
      await changeAlert(client, { id, level: 'pause', value: change.value });
      return raiseAlarm(client, { ...measured, alertId: id, level: 'pause', value: change.value });
  }
}

/** Tells the organization, and pauses it at that level. */
async function raiseAlarm(
  client: PoolClient,
  alert: { rule: AlertRule; alertId: string; level: AlertLevel; value: number; now: Date; log: Logger },
): Promise<boolean> {
  const { rule, level, value, log } = alert;
  await insertNotice(client, alertNotice(alert));
  const isPaused = level === 'pause' && (await pauseOrganization(client, alert));
  log.warn(
    { organization_id: rule.organizationId, rule: rule.kind, level, value, paused: isPaused },
    'alert',
  );
  return isPaused;
}
