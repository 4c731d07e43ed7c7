import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import fs from 'node:fs';
import { documentedMetrics, findPromtool, linesOfEmail, readLogLine } from '@postrider/devtools';
import { eventually, eventuallyPasses, projectRoot } from '@postrider/testkit';
import { request } from 'undici';
import { readLog } from '../system/service-log';
import { copiesOf, emailThatIs, message, running, tracedBy, webhookOf } from './running-system';

const canaries = {
  body: 'canary-body-7f3a',
  header: 'canary-header-51c9',
  metadata: 'canary-metadata-0b2e',
  recipient: 'canary.recipient.8d41@recipients.test',
};

async function logFiles(): Promise<{ process: string; text: string }[]> {
  const { logFolder } = running();
  const files = await fs.promises.readdir(logFolder);
  return Promise.all(
    files.map(async (file) => ({
      process: path.basename(file, '.log'),
      text: await fs.promises.readFile(path.join(logFolder, file), 'utf8'),
    })),
  );
}

async function logsOfAll(): Promise<string> {
  return (await logFiles()).map(({ text }) => text).join('\n');
}

function secretsInUse(): Record<string, string> {
  const { tenant, secrets } = running();
  const { live, send, test } = tenant.keys;
  const [, pemLine = ''] = tenant.domain.dkim.privateKeyPem.split('\n');
  return {
    'live key': live.token,
    'send key': send.token,
    'test key': test.token,
    'SMTP login': Buffer.from(`\0${live.id}\0${live.token}`).toString('base64'),
    'SMTP password': Buffer.from(live.token).toString('base64'),
    'signing secret': tenant.endpoint.signingSecret,
    'master key': secrets.masterKey,
    'return path secret': secrets.returnPathSecret,
    'link secret': secrets.linkSecret,
    'DKIM key': pemLine,
    'database password': new URL(running().context.databaseUrl).password + '@',
    ...canaries,
  };
}

const promtool = findPromtool();

interface PrintedMetric {
  readonly name: string;
  readonly type: string;
  /** Of all its samples; those of buckets have `le` beside them. */
  readonly labels: readonly string[];
}

function readMetrics(text: string): PrintedMetric[] {
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => {
    const samples = [...text.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{(.*)\\} `, 'gm'))];
    const labels = samples.flatMap(([, set = '']) =>
      [...set.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
    );
    return { name, type, labels: [...new Set(labels)].filter((label) => label !== 'le') };
  });
}

/** What the page does not say: a metric more or less, another type, a label. */
function undocumented(service: string, printed: readonly PrintedMetric[]): string[] {
  const page = documentedMetrics().filter(({ services }) => services === 'all' || services.includes(service));
  const documented = new Map(page.map((metric) => [metric.name, metric]));
  const names = new Set(printed.map(({ name }) => name));
  return [
    ...page.filter(({ name }) => !names.has(name)).map(({ name }) => `${name} is not printed`),
    ...printed.flatMap(({ name, type, labels }) => {
      const metric = documented.get(name);
      if (metric === undefined) return `${name} is not documented`;
      if (metric.type !== type) return `${name} is a ${type}`;
      return labels.filter((label) => !metric.labels.includes(label)).map((label) => `${name} has ${label}`);
    }),
  ];
}

export function operating(): void {
  test.each([
    'api-gateway',
    'smtp-relay',
    'send-worker',
    'webhook-dispatcher',
    'metrics-aggregator',
  ] as const)('%s tells its health, its readiness and its metrics', async (service) => {
    const [process] = running().processes.of(service);
    const get = async (page: string) => {
      const answer = await request(`${process?.healthUrl}${page}`);
      return { status: answer.statusCode, text: await answer.body.text() };
    };
    expect(await get('/healthz')).toMatchObject({ status: 200 });
    await eventuallyPasses(async () =>
      expect(JSON.parse((await get('/readyz')).text)).toMatchObject({ status: 'ready' }),
    );
    const metrics = (await get('/metrics')).text;
    expect(undocumented(service, readMetrics(metrics))).toEqual([]);
    // It also complains of names and units against the conventions. Where there is no promtool, CI has it.
    if (promtool !== null) execFileSync(promtool, ['check', 'metrics'], { input: metrics, timeout: 30_000 });
  });

  test('the port of the API tells load balancers whether it is ready, without details', async () => {
    const get = async (page: string) => {
      const answer = await request(`${running().apiUrl}${page}`);
      return { status: answer.statusCode, text: await answer.body.text() };
    };
    expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
    await eventuallyPasses(async () =>
      expect(await get('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' }),
    );
    const { status, text } = await get('/metrics');
    expect([status, JSON.parse(text)]).toMatchObject([404, { error: { code: 'not_found' } }]);
  });

  test('unknown keys, unknown paths and broken JSON are answered by name', async () => {
    const ask = async (path: string, token: string, body?: string) => {
      const answer = await request(`${running().apiUrl}/api/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      const { error } = (await answer.body.json()) as { error: { code: string } };
      return [answer.statusCode, error.code];
    };
    const { live } = running().tenant.keys;
    expect(await ask('/emails', 'pr_live_unknown')).toEqual([401, 'unauthorized']);
    expect(await ask('/nothing-here', live.token)).toEqual([404, 'not_found']);
    expect(await ask('/emails', live.token, '{')).toEqual([400, 'invalid_json']);
    const [gateway] = running().processes.of('api-gateway');
    const metrics = await (await request(`${gateway?.healthUrl}/metrics`)).body.text();
    for (const [route, method, status] of [
      ['/emails', 'POST', 400],
      ['/emails', 'GET', 401],
      ['none', 'GET', 404],
    ]) {
      const series = `http_requests_total{route="${route}",method="${method}",status="${status}"}`;
      expect(metrics).toMatch(new RegExp(`^${series.replace(/[{}]/g, '\\$&')} [1-9]`, 'm'));
    }
  });
}

export function tracing(): void {
  test('a client that traces its request sees the email, its events and its webhooks in the same trace', async () => {
    const traceId = randomBytes(16).toString('hex');
    const answer = await request(`${running().apiUrl}/api/v1/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${running().tenant.keys.live.token}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
      },
      body: JSON.stringify(message('traced@recipients.test')),
    });
    const { id } = (await answer.body.json()) as { id: string };
    await webhookOf(id, 'email.delivered');
    const services = () => new Set(tracedBy(traceId).map(({ service }) => service));
    await eventually(() => services().size === 4, { what: 'four services in the trace' }).catch(
      () => undefined,
    );
    expect([...services()].sort()).toEqual([
      'api-gateway',
      'metrics-aggregator',
      'send-worker',
      'webhook-dispatcher',
    ]);
    // Each process exports its spans by itself, in batches.
    await eventuallyPasses(() => {
      const ofDispatcher = tracedBy(traceId).filter(({ service }) => service === 'webhook-dispatcher');
      expect(ofDispatcher.map(({ name }) => name)).toContain('POST');
    });
  });
}

export function logging(): void {
  test('secrets, bodies and whole addresses are in no log', async () => {
    const email = {
      from: `ada@${running().tenant.domain.name}`,
      to: canaries.recipient,
      subject: 'canary',
      text: canaries.body,
      headers: { 'X-Canary': canaries.header },
      metadata: { canary: canaries.metadata },
    };
    const { id } = await running().api().send(email);
    await emailThatIs('delivered', id);
    await webhookOf(id, 'email.delivered');
    expect(copiesOf(id)).toHaveLength(1);
    // Lines are written behind the work.
    await eventuallyPasses(async () => {
      const lines = (await logFiles()).flatMap(({ process, text }) =>
        text.split('\n').map((line) => readLogLine(process, line)),
      );
      const logged = linesOfEmail(lines, id).map(({ fields, text }) => [
        text,
        fields['status'] ?? fields['outcome'],
      ]);
      expect(logged).toEqual(
        expect.arrayContaining([
          ['request', 200],
          ['message processed', 'delivered'],
          ['webhook attempted', 'delivered'],
        ]),
      );
    });
    const logs = await logsOfAll();
    expect(logs).toContain('"level":"info"');
    const found = Object.entries(secretsInUse()).filter(([, secret]) => logs.includes(secret));
    expect(found.map(([name]) => name)).toEqual([]);
  });

  test('fail2ban finds failed logins by its filter, with the address of the client', async () => {
    const filter = fs.readFileSync(path.join(projectRoot(), 'deploy/fail2ban/postrider-smtp.conf'), 'utf8');
    const failure = /^failregex = (.*)$/m.exec(filter)?.[1]?.replace('<HOST>', '([0-9a-f.:]+)');
    const lines = (await logsOfAll()).split('\n').filter((line) => line.includes('authentication failed'));
    expect(lines).not.toEqual([]);
    for (const line of lines) expect(new RegExp(failure ?? '').exec(line)?.[1]).toMatch(/^127\.0\.0\.\d+$/);
  });

  test('all of this left no error in any log', () => {
    const errors = running().processes.all.flatMap(({ name, logFile }) =>
      readLog(logFile)
        .filter(({ level }) => level >= 50)
        .map(({ text }) => `${name}: ${text}`),
    );
    expect(errors).toEqual([]);
    expect(running().processes.deaths).toEqual([]);
  });
}
