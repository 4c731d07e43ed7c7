import type { AdmissionControl } from '@postrider/admission';
import type { Pool } from '@postrider/db';
import { createPublicLinks } from '@postrider/mail';
import { startRecurringTask, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import type { AcceptEmails } from '@postrider/submission';
import type { Renderer } from '@postrider/templating';
import type { Settings } from '../config';
import { takeTurn } from '../take-turn';
import { createReadVersion } from './definitions';
import { createRecordMoves, type RecordMoves } from './record-steps';
import { createRunPermits, runsHeldMax } from './run-permits';
import { createTakeSend } from './steps/send-step';
import { createReadStepContent } from './steps/step-content';
import { createTakeWebhook, type TakeWebhook } from './steps/webhook-step';
import type { SendGate } from '../restorations/send-gate';
import { createTakeDueRuns } from './take-due-runs';
import { areRunsSuspended, resumeRuns } from './resume-runs';
import { createWalkRun, type WalkRun } from './walk-run';

export interface AutomationOptions {
  readonly settings: Settings;
  readonly pool: Pool;
  readonly gate: SendGate;
  readonly acceptEmails: AcceptEmails;
  readonly admissionControl: AdmissionControl;
  readonly renderer: Renderer;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface Automations {
  /** Takes no more runs; those in hand stop behind the step that they take. */
  stopTaking(): Promise<void>;
  /** Resolves when no run is in hand. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Runs processed at a time; at most a quarter of one organization. */
const inHandMax = 64;
const pollMs = 300;
/** How long the first due run waits. */
const idlePollMs = 1_000;
/** How soon an automation goes on that is paused no more. */
const resumeIntervalMs = 1_000;
const idleResumeIntervalMs = 4_000;

/** Takes the due runs of automations, step by step: docs/automations.md. */
export function startAutomations(options: AutomationOptions): Automations {
  const { settings, pool, log, metrics } = options;
  // A call that takes all of its time ends within the lease: no other worker takes it for a dead one's.
  const leaseMs = Math.max(settings.LEASE_MS, 2 * settings.WEBHOOK_TIMEOUT_MS);
  const moves = createRecordMoves({ pool, leaseMs });
  const takeWebhook = createTakeWebhook({
    pool,
    dnsServers: settings.DNS_SERVERS,
    allowLoopback: settings.WEBHOOK_ALLOW_LOOPBACK,
    timeoutMs: settings.WEBHOOK_TIMEOUT_MS,
    connectionsMax: runsHeldMax(inHandMax),
  });
  observeDueRuns(metrics, pool);

  const closing = new AbortController();
  const permits = createRunPermits({ max: inHandMax, onFree: () => due.wake() });
  const callWhileOthersGoOn: TakeWebhook = Object.assign(
    (...call: Parameters<TakeWebhook>) => permits.whileWaiting(takeWebhook(...call)),
    { close: () => takeWebhook.close() },
  );
  const walkRun = createWalk(options, { moves, takeWebhook: callWhileOthersGoOn });
  const walk: Parameters<typeof createTakeDueRuns>[0]['walk'] = (run) => walkRun(run, closing.signal);
  const takeDueRuns = createTakeDueRuns({ ...options, permits, leaseMs, walk });
  const due = startRecurringTask({
    name: 'due runs',
    intervalMs: pollMs,
    idleIntervalMs: idlePollMs,
    log,
    run: takeDueRuns,
  });
  const resume = startRecurringTask({
    name: 'suspended runs',
    intervalMs: resumeIntervalMs,
    idleIntervalMs: idleResumeIntervalMs,
    log,
    run: async () => {
      if (!(await areRunsSuspended(pool))) return 'idle';
      if (!(await takeTurn(pool, { name: 'suspended-runs', intervalMs: resumeIntervalMs / 2 })))
        return undefined;
      for (let page = 0; page < resumePagesMax && !closing.signal.aborted; page += 1) {
        if ((await resumeRuns(pool)) === 0) break;
      }
      return undefined;
    },
  });
  return {
    stopTaking: async () => {
      closing.abort();
      await Promise.all([due.close(), resume.close()]);
    },
    empty: () => permits.empty(),
    close: async () => {
      await moves.drain();
      await takeWebhook.close();
    },
  };
}

/** At a time, of 500 runs and more each. */
const resumePagesMax = 20;

function createWalk(
  options: AutomationOptions,
  { moves, takeWebhook }: { readonly moves: RecordMoves; readonly takeWebhook: TakeWebhook },
): WalkRun {
  const { settings, pool, metrics } = options;
  const steps = metrics.counter('automation_steps', 'Automation steps attempted, by type and outcome.', {
    type: [],
    outcome: [],
  });
  return createWalkRun({
    ...options,
    ...{ moves, takeWebhook },
    readVersion: createReadVersion(pool),
    takeSend: createTakeSend({
      ...options,
      readContent: createReadStepContent(options),
      links: createPublicLinks(settings.LINK_SECRET),
      linkOrigin: settings.PUBLIC_URL,
    }),
    onStep: (type, outcome) => steps.add(1, { type, outcome }),
  });
}

/** Rows that a look counts at most. */
const countedMax = 100_000;

const countDueSql = `
SELECT count(*)::int AS runs FROM (
  SELECT FROM automation_runs WHERE status = 'running' AND due_at <= now() LIMIT ${countedMax}) due`;

const oldestDueSql = `
SELECT coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS seconds
FROM automation_runs WHERE status = 'running' AND due_at <= now()`;

function observeDueRuns(metrics: Metrics, pool: Pool): void {
  metrics.gauge('automation_runs_due', 'Runs whose step is due or in progress, up to 100,000.', async () => {
    const { rows } = await pool.query<{ runs: number }>(countDueSql);
    return rows[0]?.runs ?? 0;
  });
  metrics.gauge('automation_oldest_due_seconds', 'Age of the oldest due step.', async () => {
    const { rows } = await pool.query<{ seconds: number }>(oldestDueSql);
    return rows[0]?.seconds ?? 0;
  });
}
