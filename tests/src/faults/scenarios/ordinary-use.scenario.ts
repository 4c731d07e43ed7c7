import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { eventually, startWebhookReceiver, type WebhookReceiver } from '@postrider/testkit';
import type { Api } from '../../system/api';
import type { System } from '../../system/system';
import { problem } from '../audit/audit';
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

/** Enough to see a repeated call; more would only compete with the mail. */
const runsMax = 200;

const calls: CallsOfRuns = new Map();
const receivers: WebhookReceiver[] = [];
const burners: ChildProcess[] = [];

export const ordinaryUse: Scenario = {
  name: 'ordinary-use',
  promise:
    'nothing fails, first on a quiet and then on a busy machine: each event is posted and counted once, each step called once, each notice written once',
  clientErrors: 'none',
  webhookCopies: 'one',
  strikeTimeoutMs: automationTimeoutMs,
  strike: async ({ system, load, automationRuns }) => {
    const runs = Math.min(automationRuns, runsMax);
    const api = system.api();
    try {
      const receiver = await startStepReceiver(calls);
      receivers.push(receiver);
      await createAutomation(system, { api, url: receiver.url });
      await load.reaches(0.4);
      burnProcessors();
      await Promise.all([postEvents(api, runs), disableEndpoint(system, api)]);
      await runsEnd(system);
      await load.done;
      return {
        problems: [
          ...(await findAutomationFaults(system, { runs, calls })),
          ...findRepeatedCalls(),
          ...(await findNoticeFaults(system)),
        ],
        detail: `${runs} runs, ${burners.length} busy processes`,
      };
    } finally {
      await api.close();
    }
  },
  cleanUp: async () => {
    for (const burner of burners.splice(0)) burner.kill('SIGKILL');
    for (const receiver of receivers.splice(0)) await receiver.close();
    calls.clear();
  },
};

/** Two busy processes for each processor; they run until everything is audited. */
function burnProcessors(): void {
  for (let started = 0; started < 2 * availableParallelism(); started += 1) {
    burners.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  }
}

/** An endpoint that answers 410 is disabled, which is worth a notice. */
async function disableEndpoint({ pool }: System, api: Api): Promise<void> {
  await pool.query(`UPDATE organizations SET alert_email = 'ada@example.com'`);
  const gone = await startWebhookReceiver({ answer: { kind: 'status', status: 410 } });
  receivers.push(gone);
  const created = await api.request<{ id: string }>('POST', '/webhooks', {
    body: { url: `${gone.url}/gone`, events: ['email.received'] },
  });
  // Several attempts at the same time, each of which finds that the endpoint is gone.
  const tests = Array.from({ length: 5 }, () => api.request('POST', `/webhooks/${created.body.id}/test`));
  await Promise.all(tests);
  await eventually(
    async () => {
      const { rows } = await pool.query(
        `SELECT FROM webhook_endpoints WHERE id = $1 AND status = 'disabled'`,
        [created.body.id],
      );
      return rows.length === 1;
    },
    { timeoutMs: 60_000, what: 'a disabled endpoint' },
  );
}

function findRepeatedCalls(): string[] {
  const repeated = [...calls].filter(([, ids]) => ids.length > 1).map(([run]) => run);
  return problem(repeated.length, 'webhook steps were called more than once', repeated);
}

async function findNoticeFaults({ pool }: System): Promise<string[]> {
  const { rows } = await pool.query<{ notices: number }>(
    `SELECT count(*)::int AS notices FROM notices WHERE kind = 'webhook_disabled'`,
  );
  const notices = rows[0]?.notices ?? 0;
  return notices === 1 ? [] : [`${notices} notices of one disabled endpoint`];
}
