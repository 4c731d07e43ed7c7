import { eventually } from '@postrider/testkit';
import { insertContacts } from '../../system/insert-contacts';
import { smtpConnectionsMax } from '../../system/service-settings';
import type { System } from '../../system/system';
import type { FaultHarness, Scenario } from '../scenario';
import { lasting } from '../tools/pause';

const awayMs = 1_000;
/** A slow machine sends a hundred a second. */
const timeoutMs = 900_000;

/** In turn, each when a further tenth of the recipients was submitted. */
const victims = [
  ['send-worker-1'],
  ['api-gateway-1'],
  ['send-worker-2'],
  ['metrics-aggregator-1'],
  ['send-worker-1', 'send-worker-2'],
  ['webhook-dispatcher-1'],
  ['smtp-relay-1'],
] as const;

export const broadcast: Scenario = {
  name: 'broadcast',
  promise: 'a broadcast, while each service is killed in turn: each contact is mailed once, and counted once',
  replicas: { 'send-worker': 2 },
  clientErrors: 'allowed',
  // Submission is as slow as sending, so that every kill finds it under way.
  settings: { BROADCAST_UNSENT_MAX: '300' },
  strikeTimeoutMs: timeoutMs,
  strike: async (harness) => {
    const { system, broadcastRecipients } = harness;
    const id = await sendBroadcast(harness);
    const begunMs = performance.now();
    for (const [index, names] of victims.entries()) {
      const share = (index + 1) / 10;
      await submits(system, id, share * broadcastRecipients);
      await system.processes.kill(...names);
      await lasting(awayMs);
      await system.processes.start(...names);
    }
    await submits(system, id, broadcastRecipients);
    const seconds = Math.round((performance.now() - begunMs) / 1_000);
    const workers = victims.flat().filter((name) => name.startsWith('send-worker')).length;
    return {
      unconfirmedMax: workers * smtpConnectionsMax,
      detail: `${victims.length} kills in ${seconds} s, during a broadcast to ${broadcastRecipients}`,
    };
  },
};

/** To every contact of the organization, by the API. @returns its id */
async function sendBroadcast({ system, broadcastRecipients }: FaultHarness): Promise<string> {
  const { organization, bulkDomain } = system.tenant;
  const organizationId = organization.id;
  await insertContacts(system.pool, { organizationId, count: broadcastRecipients });
  const api = system.api();
  try {
    await api.request('POST', '/topics', { body: { slug: 'news', name: 'News', default_opt_in: true } });
    const segment = await created(api, '/segments', { name: 'Everybody', filter: { all: [] } });
    const id = await created(api, '/broadcasts', {
      ...{ name: 'May', segment_id: segment, topic: 'news', from: `News <news@${bulkDomain.name}>` },
      ...{ subject: 'Hello {{ contact.first_name }}', text: 'What is new in May: {{ preferences_url }}' },
    });
    const { status, body } = await api.request('POST', `/broadcasts/${id}/send`, { body: {} });
    if (status !== 200) throw new Error(`the broadcast was refused: ${JSON.stringify(body)}`);
    return id;
  } finally {
    await api.close();
  }
}

async function created(api: ReturnType<System['api']>, path: string, body: object): Promise<string> {
  const answer = await api.request<{ id: string }>('POST', path, { body });
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

async function submits({ pool }: System, id: string, recipients: number): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await pool.query<{ submitted: number }>(
        'SELECT submitted FROM broadcasts WHERE id = $1',
        [id],
      );
      return (rows[0]?.submitted ?? 0) >= recipients;
    },
    { timeoutMs, intervalMs: 200, what: `${recipients} recipients submitted` },
  );
}
