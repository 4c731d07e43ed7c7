import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CreatedWebhookResource } from '@postrider/contracts/webhooks';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  eventuallyPasses,
  projectRoot,
  startWebhookReceiver,
  type ReceivedWebhook,
} from '@postrider/testkit';
import { isSignedBy } from '../system/received-webhook';
import { running } from './running-system';

const main = path.join(projectRoot(), 'packages/cli/dist/main.js');

interface Listening {
  readonly secret: string;
  stop(): Promise<void>;
}

const programs = new Set<ChildProcess>();

/** The program, as a developer starts it. */
async function startListening(forwardTo: string, env: Readonly<Record<string, string>>): Promise<Listening> {
  const child = spawn(process.execPath, [main, 'listen', '--forward-to', forwardTo, '--json'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.add(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await eventually(() => output.includes('\n'), { what: 'the listener' });
  const { signing_secret: secret } = JSON.parse(output.split('\n')[0] ?? '') as { signing_secret: string };
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { secret, stop };
}

/** With an organization of their own: other tests suppress recipients. */
async function createDeveloper() {
  const { pool, secrets } = running();
  const { id: organizationId } = await createOrganization(pool, {});
  const domain = await createDomain(pool, { organizationId, masterKey: secrets.masterKey });
  const { token } = await createApiKey(pool, { organizationId, mode: 'test', permission: 'SEND' });
  const { token: admin } = await createApiKey(pool, { organizationId });
  return { domain, token, admin };
}

/** Event, email and recipient: what a webhook is about. */
function subjectOf({ rawBody }: ReceivedWebhook): string {
  const { type, data } = JSON.parse(rawBody.toString('utf8')) as {
    type: string;
    data: { email_id: string; recipient: string };
  };
  return [type, data.email_id, data.recipient].join(' ');
}

/** Without what differs from endpoint to endpoint, and the trace of the service, which it sends where tracing is on. */
function sentHeaders({ headers }: ReceivedWebhook): object {
  const { host, traceparent: _trace, ...others } = headers;
  const { 'postrider-signature': signature, 'postrider-delivery-id': id, ...same } = others;
  return { ...same, host: typeof host, signature: typeof signature, id: String(id).length };
}

const outcomes = [
  'bounce',
  'softbounce',
  'complaint',
  'delay',
  'greylist',
  'open',
  'click',
  'suppressionlist',
  'ada',
];

export function listening(): void {
  // Of a test that failed.
  afterAll(() => programs.forEach((program) => program.kill()));

  test('a listener on a laptop receives what an endpoint receives, byte for byte, also what happened while it was off', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-listen-'));
    const { domain, token, admin } = await createDeveloper();
    const env = {
      POSTRIDER_API_KEY: token,
      POSTRIDER_BASE_URL: running().apiUrl,
      POSTRIDER_CONFIG_DIR: folder,
    };
    const [endpoint, laptop] = [await startWebhookReceiver(), await startWebhookReceiver()];
    const { body: made } = await running()
      .api(admin)
      .request<CreatedWebhookResource>('POST', '/webhooks', { body: { url: endpoint.url } });
    const ids: string[] = [];
    const send = async (): Promise<void> => {
      for (const name of outcomes) {
        const { id } = await running()
          .api(token)
          .send({
            ...{ from: `hi@${domain.name}`, to: `${name}@example.com`, subject: 'Grüße ✓' },
            ...{ html: '<a href="https://example.com/">x</a>', metadata: { '7': 'seven', order: 'A&B' } },
          });
        ids.push(id);
      }
    };
    const own = (webhooks: readonly ReceivedWebhook[]) =>
      webhooks.filter((webhook) => ids.some((id) => subjectOf(webhook).includes(id)));
    const subjectsOf = (webhooks: readonly ReceivedWebhook[]) =>
      [...new Set(own(webhooks).map(subjectOf))].sort();
    const expectAll = (): void => {
      const there = subjectsOf(endpoint.received);
      expect(there.length).toBeGreaterThanOrEqual(expectedEvents * (ids.length / outcomes.length));
      expect(subjectsOf(laptop.received)).toEqual(there);
    };
    const first = await startListening(laptop.url, env);
    await send();
    await eventuallyPasses(expectAll, { timeoutMs: 90_000 });
    await first.stop();
    await send();
    const second = await startListening(laptop.url, env);
    await eventuallyPasses(expectAll, { timeoutMs: 90_000 });
    await second.stop();

    expect(second.secret).toBe(first.secret);
    const bySubject = new Map(own(laptop.received).map((webhook) => [subjectOf(webhook), webhook]));
    for (const theirs of own(endpoint.received)) {
      const ours = bySubject.get(subjectOf(theirs));
      expect(ours?.rawBody.toString('utf8')).toBe(theirs.rawBody.toString('utf8'));
      expect(ours && sentHeaders(ours)).toEqual(sentHeaders(theirs));
      expect(ours && isSignedBy(ours, first.secret)).toBe(true);
    }
    await running().api(admin).request('DELETE', `/webhooks/${made.id}`);
    for (const receiver of [endpoint, laptop]) await receiver.close();
    fs.rmSync(folder, { recursive: true });
  });
}

/** Of one email for each outcome: sent and bounced, twice; sent, delivered and complained; and so on. */
const expectedEvents = 2 + 2 + 3 + 3 + 3 + 3 + 4 + 2 + 2;
