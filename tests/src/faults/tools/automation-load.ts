import { setTimeout as delay } from 'node:timers/promises';
import { eventually, startWebhookReceiver, type WebhookReceiver } from '@postrider/testkit';
import type { Api } from '../../system/api';
import type { System } from '../../system/system';

/** What the receiver of an automation's webhook step saw of each run: a delivery id for each call. */
export type CallsOfRuns = Map<string, string[]>;

/** Five thousand runs on a slow machine. */
export const automationTimeoutMs = 900_000;
/** Programs that post events at the same time. */
const postersMax = 16;
const event = 'user.joined';

export function startStepReceiver(calls: CallsOfRuns): Promise<WebhookReceiver> {
  return startWebhookReceiver({
    remember: false,
    onWebhook: ({ rawBody, headers }) => {
      const { run_id: run } = JSON.parse(rawBody.toString('utf8')) as { run_id: string };
      calls.set(run, [...(calls.get(run) ?? []), String(headers['postrider-delivery-id'])]);
    },
  });
}

/** @returns how many steps a run takes */
export async function createAutomation(
  system: System,
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
export async function postEvents(api: Api, count: number): Promise<void> {
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

/** Waits until every run has ended. */
export async function runsEnd({ pool }: System): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await pool.query(`SELECT FROM automation_runs WHERE status = 'running' LIMIT 1`);
      return rows.length === 0;
    },
    { timeoutMs: automationTimeoutMs, intervalMs: 200, what: 'every run at its end' },
  );
}
