import { insertNotice, lockSweepCursor, type Pool, type PoolClient, withTransaction } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import { alertNotice } from './alert-notice';
import { changeAlert, closeAlert, openAlert, pauseOrganization } from './alerts.repository';
import { isRateRule, judgeRule, type AlertLevel, type WatchedRule } from './judge-rule';
import { measureBlocks, measureSilence } from './measure-counts';
import { measureRates } from './measure-rates';
import { readRules } from './rules.repository';

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
}

const LOCK = 'metrics-aggregator.alerts';

/**
 * Looks at every rule once and does what follows, in one transaction: an alert, its notice and a pause exist together or
 * not at all. One replica at a time; the others find nothing to do.
 * @returns the organizations that were paused: gateways have to be told
 */
export async function evaluateRules({ pool, clock, log }: Parts): Promise<readonly string[]> {
  return withTransaction(pool, async (client) => {
    if ((await lockSweepCursor(client, LOCK)) === null) return [];
    const now = clock.now();
    const rules = await readRules(client, now);
    const measured = await measure(client, rules, now);
    const paused: string[] = [];
    for (const rule of rules) {
      const isPaused = await carryOut(client, { rule, value: measured.get(rule.id) ?? null, now, log });
      if (isPaused) paused.push(rule.organizationId);
    }
    return paused;
  });
}

async function measure(
  client: PoolClient,
  rules: readonly WatchedRule[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const ofKind = (kind: string) => rules.filter((rule) => rule.kind === kind);
  const rates = await measureRates(
    client,
    rules.filter(({ kind }) => isRateRule(kind)),
    now,
  );
  const blocks = await measureBlocks(client, ofKind('provider_block'), now);
  const silence = await measureSilence(client, ofKind('delivery_silence'), now);
  return new Map([...rates, ...blocks, ...silence]);
}

interface Judged {
  readonly rule: WatchedRule;
  readonly value: number | null;
  readonly now: Date;
  readonly log: Logger;
}

/** True when it has paused the organization. */
async function carryOut(client: PoolClient, judged: Judged): Promise<boolean> {
  const { rule, now, log } = judged;
  const verdict = judgeRule(rule, judged.value);
  switch (verdict.kind) {
    case 'nothing':
      return false;
    case 'raise':
      if (rule.open) await changeAlert(client, { ...rule.open, value: verdict.value });
      return false;
    case 'close':
      if (rule.open) await closeAlert(client, rule.open.id, now);
      log.info({ organization_id: rule.organizationId, rule: rule.kind }, 'alert closed');
      return false;
    case 'escalate':
      if (!rule.open) return false;
      await changeAlert(client, { id: rule.open.id, level: 'pause', value: verdict.value });
      return tell(client, { ...judged, alertId: rule.open.id, level: 'pause', value: verdict.value });
    case 'open': {
      const { level, value } = verdict;
      const alertId = await openAlert(client, { rule, level, value, now });
      return tell(client, { ...judged, alertId, level, value });
    }
  }
}

async function tell(
  client: PoolClient,
  told: { rule: WatchedRule; alertId: string; level: AlertLevel; value: number; now: Date; log: Logger },
): Promise<boolean> {
  const { rule, level, value, log } = told;
  await insertNotice(client, alertNotice(told));
  const isPaused = level === 'pause' && (await pauseOrganization(client, told));
  log.warn(
    { organization_id: rule.organizationId, rule: rule.kind, level, value, paused: isPaused },
    'alert',
  );
  return isPaused;
}
