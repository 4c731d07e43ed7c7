import { eventually, startDnsServer, startSmtpSink, type DnsServer, type SmtpSink } from '@postrider/testkit';
import { startWorkerHarness, type WorkerHarness } from '../../../test/worker-harness';

let dns: DnsServer;
let harness: WorkerHarness;
let mxSink: SmtpSink;

beforeAll(async () => {
  dns = await startDnsServer({ zone: { records: [] } });
  mxSink = await startSmtpSink();
  harness = await startWorkerHarness({
    DELIVERY_ROUTES: '*=mx',
    DNS_SERVERS: dns.address,
    MX_PORT: String(mxSink.port),
  });
});
afterAll(async () => {
  await harness.close();
  await mxSink.close();
  await dns.close();
});

describe('direct delivery', () => {
  it('goes to the MX of the domain, and its 250 is final', async () => {
    dns.setZone({
      records: [
        { name: 'here.test', type: 'MX', value: 'mx.here.test', priority: 10 },
        { name: 'mx.here.test', type: 'A', value: '127.0.0.1' },
      ],
    });
    const id = await harness.send({ to: ['jane@here.test'] });
    const message = await harness.reaches(id, 'delivered');
    expect(message.events.map(({ type }) => type)).toEqual(['sent', 'delivered']);
    expect(mxSink.messages).toHaveLength(1);
  });

  it('bounces at once at a domain with a null MX, without suppressing the address', async () => {
    dns.setZone({ records: [{ name: 'never.test', type: 'MX', value: '.', priority: 0 }] });
    const id = await harness.send({ to: ['jane@never.test'] });
    const message = await harness.reaches(id, 'bounced');
    expect(message.recipients[0]).toMatchObject({ bounce_type: 'hard' });
    const { rows } = await harness.context.pool.query('SELECT 1 FROM suppressions');
    expect(rows).toEqual([]);
  });

  it('waits while DNS does not answer', async () => {
    dns.setZone({ records: [], failing: ['broken.test'] });
    const id = await harness.send({ to: ['jane@broken.test'] });
    await eventually(async () =>
      (await harness.read(id)).events.some(({ type }) => type === 'delivery_delayed'),
    );
    expect(await harness.read(id)).toMatchObject({ status: 'queued' });
  });

  it('to a dead site says why, and does not advance the back-off', async () => {
    dns.setZone({
      records: [
        { name: 'dead.test', type: 'MX', value: 'mx.dead.test', priority: 10 },
        { name: 'mx.dead.test', type: 'A', value: '127.0.0.9' },
      ],
    });
    const id = await harness.send({ to: ['jane@dead.test'] });
    await eventually(async () => (await harness.read(id)).events.length > 0);
    const message = await harness.read(id);
    expect(message).toMatchObject({ status: 'queued', rounds: 0 });
    expect(message.events[0]).toMatchObject({
      type: 'delivery_delayed',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
    expect(message.due_at.getTime() - Date.now()).toBeLessThan(7_000);
  });
});
