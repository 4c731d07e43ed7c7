import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '@postrider/contracts/ids';
import { eventually, startDnsServer, startSmtpSink, type DnsServer, type SmtpSink } from '@postrider/testkit';
import { startWorkerHarness, type WorkerHarness } from '../../../test/worker-harness';

let dns: DnsServer;
let harness: WorkerHarness;
let sink: SmtpSink;

const sites = ['limited', 'suspended', 'operated', 'ruled'];

beforeAll(async () => {
  dns = await startDnsServer({
    zone: {
      records: sites.flatMap((site) => [
        { name: `${site}.test`, type: 'MX' as const, value: `mx.${site}.test`, priority: 10 },
        { name: `mx.${site}.test`, type: 'A' as const, value: '127.0.0.1' },
      ]),
    },
  });
  sink = await startSmtpSink();
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'rules-')), 'rules.json');
  const rule = { name: 'own', match: { provider: 'ruled.test', code: 450 }, action: { suspend: '2h' } };
  await writeFile(file, JSON.stringify({ rules: [rule] }));
  harness = await startWorkerHarness({
    DELIVERY_ROUTES: '*=mx',
    DNS_SERVERS: dns.address,
    MX_PORT: String(sink.port),
    THROTTLE_RULES_FILE: file,
  });
});
afterAll(async () => {
  await harness.close();
  await sink.close();
  await dns.close();
});

const refuse = (text: string, code: number) => sink.behave({ kind: 'reject', at: 'mail', code, text });

const delayed = async (to: string) => harness.delayed(await harness.send({ to: [to] }));

it('limits a site by what it said, and each message that waits for that tells why and until when', async () => {
  refuse('4.7.1 rate limited due to IP reputation', 451);
  const first = await delayed('one@limited.test');
  expect(first.events[0]).toMatchObject({ type: 'delivery_delayed', failure_class: 'block' });
  sink.behave({ kind: 'accept' });
  // One a minute: the second is taken, the third waits.
  await harness.reaches(await harness.send({ to: ['two@limited.test'] }), 'delivered');
  const third = await delayed('three@limited.test');
  expect(third).toMatchObject({ rounds: 0 });
  expect(third.events[0]).toMatchObject({
    type: 'delivery_delayed',
    failure_class: 'block',
    detail: expect.stringContaining('rate limited due to IP reputation'),
  });
  expect(new Date(third.events[0]?.next_attempt_at ?? 0)).toEqual(third.due_at);
  expect(third.due_at.getTime() - Date.now()).toBeGreaterThan(20_000);
});

it('leaves a site alone by a rule of the file, and by nothing that it answers to others', async () => {
  refuse('4.2.0 come back later', 450);
  await delayed('one@ruled.test');
  const second = await delayed('two@ruled.test');
  expect(second).toMatchObject({ rounds: 0 });
  expect(second.events[0]).toMatchObject({ detail: expect.stringContaining('450 4.2.0 come back later') });
  expect(second.due_at.getTime() - Date.now()).toBeGreaterThan(1_000_000);
  await delayed('one@suspended.test');
  sink.behave({ kind: 'accept' });
  await harness.reaches(await harness.send({ to: ['two@suspended.test'] }), 'delivered');
});

it('lets mail for a site wait that an operator has suspended, with the reason, and tries nothing', async () => {
  await harness.context.pool.query(
    `INSERT INTO site_suspensions (id, site, reason, operator) VALUES ($1, 'operated.test', 'their maintenance', 'olga')`,
    [newId()],
  );
  sink.clear();
  const { id, message } = await delayedAfterLook();
  expect(message).toMatchObject({ rounds: 0 });
  expect(message.events[0]).toMatchObject({
    type: 'delivery_delayed',
    failure_class: 'platform',
    detail: 'suspended by the operator: their maintenance',
  });
  expect(new Date(message.events[0]?.next_attempt_at ?? 0)).toEqual(message.due_at);
  await harness.context.pool.query('UPDATE site_suspensions SET until = now()');
  await eventually(async () => {
    await harness.context.pool.query('UPDATE messages SET due_at = now() WHERE id = $1', [id]);
    await harness.enqueue(id);
    return (await harness.read(id)).status === 'delivered';
  });
});

/** The worker looks every three seconds. */
async function delayedAfterLook() {
  for (;;) {
    const id = await harness.send({ to: ['jane@operated.test'] });
    await eventually(async () => (await harness.read(id)).events.length > 0);
    const message = await harness.read(id);
    if (message.status === 'queued') return { id, message };
  }
}
