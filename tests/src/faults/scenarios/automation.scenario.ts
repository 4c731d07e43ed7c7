import { setTimeout as delay } from 'node:timers/promises';
import { eventually, startWebhookReceiver, type WebhookReceiver } from '@postrider/testkit';
import type { Api } from '../../system/api';
import { smtpConnectionsMax } from '../../system/service-settings';
import type { System } from '../../system/system';
import { findAutomationFaults } from '../audit/find-automation-faults';
import type { FaultHarness, Scenario } from '../scenario';
import { lasting } from '../tools/pause';

const awayMs = 1_000;
/** Five thousand runs on a slow machine. */
const timeoutMs = 900_000;
/** Programs that post events at the same time. */
const postersMax = 16;
const event = 'user.joined';

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

/** What the receiver of the webhook step saw of each run. */
const deliveryIdsOfRun = new Map<string, Set<string>>();
let receiver: WebhookReceiver | undefined;

export const automation: Scenario = {
  name: 'automation',
  promise:
    'runs of an automation, while each service is killed in turn: each step is taken once, each mail sent once',
  replicas: { 'send-worker': 2 },
  clientErrors: 'allowed',
  strikeTimeoutMs: timeoutMs,
  strike: async (harness) => {
    const { system, automationRuns } = harness;
    receiver = await startReceiver();
    const api = system.api();
    try {
      const steps = await createAutomation(harness, { api, url: receiver.url });
      const posted = postEvents(api, automationRuns);
      for (const [index, names] of victims.entries()) {
        await takes(system, ((index + 1) / 10) * automationRuns * steps);
        await system.processes.kill(...names);
        await lasting(awayMs);
        await system.processes.start(...names);
      }
      const killedAtMs = performance.now();
      await posted;
      await ends(system);
      const seconds = (performance.now() - killedAtMs) / 1_000;
      const workers = victims.flat().filter((name) => name.startsWith('send-worker')).length;
      return {
        unconfirmedMax: workers * smtpConnectionsMax,
        problems: await findAutomationFaults(system, { runs: automationRuns, deliveryIdsOfRun }),
        detail: `${victims.length} kills during ${automationRuns} runs, the last ended ${Math.round(seconds)} s after them`,
      };
    } finally {
      await api.close();
    }
  },
  cleanUp: async () => {
    await receiver?.close();
    deliveryIdsOfRun.clear();
  },
};

function startReceiver(): Promise<WebhookReceiver> {
  return startWebhookReceiver({
    remember: false,
    onWebhook: ({ rawBody, headers }) => {
      const { run_id: run } = JSON.parse(rawBody.toString('utf8')) as { run_id: string };
      const ids = deliveryIdsOfRun.get(run) ?? new Set<string>();
      deliveryIdsOfRun.set(run, ids.add(String(headers['postrider-delivery-id'])));
    },
  });
}

/** @returns how many steps a run takes */
async function createAutomation(
  { system }: FaultHarness,
  { api, url }: { readonly api: Api; readonly url: string },
): Promise<number> {
  const from = `News <news@${system.tenant.bulkDomain.name}>`;
  const send = (subject: string) => ({
    type: 'send',
    from,
    subject,
    text: 'Order {{ event.properties.order }}',
  });
  const steps = [
    send('Welcome'),
    { type: 'wait', duration: '2s' },
    {
      type: 'condition',
      if: { all: [{ status: 'SUBSCRIBED' }, { event_property: 'order', op: 'gt', value: 0 }] },
      then: [send('How was it?')],
    },
    { type: 'webhook', url: `${url}/automation` },
  ];
  const body = { name: 'Welcome', slug: 'welcome', trigger: { event }, steps };
  const answer = await api.request('POST', '/automations', { body });
  if (answer.status !== 201) throw new Error(`/automations: ${JSON.stringify(answer.body)}`);
  return steps.length + 1;
}

/** Each again, under the same key, until it is accepted. */
async function postEvents(api: Api, count: number): Promise<void> {
  let next = 1;
  const post = async (): Promise<void> => {
    while (next <= count) {
      const order = next;
      next += 1;
      const email = `reader${order}@site${order % 40}.recipients.test`;
      const body = { event, email, properties: { order }, idempotency_key: `order-${order}` };
      for (;;) {
        const status = await api.request('POST', '/events', { body }).then(
          (answer) => answer.status,
          () => 503,
        );
        if (status === 202) break;
        if (status < 500 && status !== 429) throw new Error(`/events answered ${status}`);
        await delay(100);
      }
    }
  };
  await Promise.all(Array.from({ length: postersMax }, post));
}

async function takes({ pool }: System, steps: number): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await pool.query<{ taken: number }>(
        'SELECT count(*)::int AS taken FROM automation_steps',
      );
      return (rows[0]?.taken ?? 0) >= steps;
    },
    { timeoutMs, intervalMs: 200, what: `${steps} steps taken` },
  );
}

async function ends({ pool }: System): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await pool.query(`SELECT FROM automation_runs WHERE status = 'running' LIMIT 1`);
      return rows.length === 0;
    },
    { timeoutMs, intervalMs: 200, what: 'every run at its end' },
  );
}
