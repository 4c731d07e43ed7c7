import { eventually, type WebhookReceiver } from '@postrider/testkit';
import { smtpConnectionsMax } from '../../system/service-settings';
import type { System } from '../../system/system';
import { findAutomationFaults } from '../audit/find-automation-faults';
import type { Scenario } from '../scenario';
import {
  automationTimeoutMs,
  createAutomation,
  postEvents,
  runsEnd,
  startStepReceiver,
  type CallsOfRuns,
} from '../tools/automation-load';
import { lasting } from '../tools/pause';

const awayMs = 1_000;

/** In turn, each when a further tenth of all steps was taken. */
const victims = [
  ['send-worker-1'],
  ['api-gateway-1'],
  ['send-worker-2'],
  ['webhook-dispatcher-1'],
  ['send-worker-1', 'send-worker-2'],
  ['metrics-aggregator-1'],
  ['smtp-relay-1'],
] as const;

const calls: CallsOfRuns = new Map();
let receiver: WebhookReceiver | undefined;

export const automation: Scenario = {
  name: 'automation',
  promise:
    'runs of an automation, while each service is killed in turn: each step is taken once, each mail sent once',
  replicas: { 'send-worker': 2 },
  clientErrors: 'allowed',
  strikeTimeoutMs: automationTimeoutMs,
  strike: async (harness) => {
    const { system, automationRuns } = harness;
    receiver = await startStepReceiver(calls);
    const api = system.api();
    try {
      const steps = await createAutomation(system, { api, url: receiver.url });
      const posted = postEvents(api, automationRuns);
      for (const [index, names] of victims.entries()) {
        await takes(system, ((index + 1) / 10) * automationRuns * steps);
        await system.processes.kill(...names);
        await lasting(awayMs);
        await system.processes.start(...names);
      }
      const killedAtMs = performance.now();
      await posted;
      await runsEnd(system);
      const seconds = (performance.now() - killedAtMs) / 1_000;
      const workers = victims.flat().filter((name) => name.startsWith('send-worker')).length;
      return {
        unconfirmedMax: workers * smtpConnectionsMax,
        problems: await findAutomationFaults(system, { runs: automationRuns, calls }),
        detail: `${victims.length} kills during ${automationRuns} runs, the last ended ${Math.round(seconds)} s after them`,
      };
    } finally {
      await api.close();
    }
  },
  cleanUp: async () => {
    await receiver?.close();
    calls.clear();
  },
};

async function takes({ pool }: System, steps: number): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await pool.query<{ taken: number }>(
        'SELECT count(*)::int AS taken FROM automation_steps',
      );
      return (rows[0]?.taken ?? 0) >= steps;
    },
    { timeoutMs: automationTimeoutMs, intervalMs: 200, what: `${steps} steps taken` },
  );
}
