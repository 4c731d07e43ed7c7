import { startDnsServer, startSmtpSink, type DnsServer, type SmtpSink } from '@postrider/testkit';
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

  it.each([
    ['has a null MX', 'jane@never.test'],
    ['does not exist', 'jane@nowhere.test'],
  ])('bounces at once at a domain that %s, and suppresses the address for thirty days', async (_, to) => {
    dns.setZone({ records: [{ name: 'never.test', type: 'MX', value: '.', priority: 0 }] });
    const id = await harness.send({ to: [to] });
    const message = await harness.reaches(id, 'bounced');
    expect(message.recipients[0]).toMatchObject({ bounce_type: 'hard' });
    expect(message.events).toMatchObject([
      { type: 'bounced', failure_class: 'domain', next_attempt_at: null },
    ]);
    const { rows } = await harness.context.pool.query(
      `SELECT reason, domain_id, source_email_id, round(extract(epoch FROM expires_at - created_at) / 86400) AS days
       FROM suppressions WHERE email = $1`,
      [to],
    );
    expect(rows).toEqual([{ reason: 'validation', domain_id: null, source_email_id: id, days: '30' }]);
  });

  it('bounces at a domain that exists without a mail host, without a suppression: it may get one', async () => {
    dns.setZone({ records: [{ name: 'web.test', type: 'TXT', value: 'nothing else here' }] });
    const id = await harness.send({ to: ['jane@web.test'] });
    const message = await harness.reaches(id, 'bounced');
    expect(message.events).toMatchObject([{ type: 'bounced', failure_class: 'domain' }]);
    const { rows } = await harness.context.pool.query('SELECT FROM suppressions WHERE email = $1', [
      'jane@web.test',
    ]);
    expect(rows).toEqual([]);
  });

  it('waits while DNS does not answer', async () => {
    dns.setZone({ records: [], failing: ['broken.test'] });
    const id = await harness.send({ to: ['jane@broken.test'] });
    const waiting = await harness.delayed(id);
    expect(waiting.events).toMatchObject([{ type: 'delivery_delayed', failure_class: 'routing' }]);
    expect(new Date(waiting.events[0]?.next_attempt_at ?? 0)).toEqual(waiting.due_at);
  });

  it('to a dead site says why, and does not advance the back-off', async () => {
    dns.setZone({
      records: [
        { name: 'dead.test', type: 'MX', value: 'mx.dead.test', priority: 10 },
        { name: 'mx.dead.test', type: 'A', value: '127.0.0.9' },
      ],
    });
    const id = await harness.send({ to: ['jane@dead.test'] });
    const message = await harness.delayed(id);
    expect(message).toMatchObject({ rounds: 0 });
    expect(message.events[0]).toMatchObject({
      type: 'delivery_delayed',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
    expect(message.due_at.getTime() - Date.now()).toBeLessThan(7_000);
  });
});
