import { deliveryReport, openTransaction } from '@postrider/testkit';
import { bounceOf, startInboundHarness, type InboundHarness } from '../../test/inbound-harness';
import { lines, readSpool, returnPathOf, spoolMail } from '../../test/inbound-mails';
import { startTestWorker, type TestWorker } from '../../test/start-test-worker';
import { startWorkerProcess } from '../../test/start-worker-process';

let harness: InboundHarness;
let other: TestWorker;
beforeAll(async () => {
  harness = await startInboundHarness();
  other = await startTestWorker(harness.context, {});
});
afterAll(async () => {
  await other.close();
  await harness.close();
});

const eventsOf = async (id: string) => (await harness.read(id)).events.map(({ type }) => type);

it('a mail whose job was lost is found', async () => {
  const id = await harness.sent();
  const spoolId = await spoolMail(harness.context, bounceOf(id));
  expect((await harness.settled(spoolId)).result).toBe('bounce');
});

it('mails that are enqueued many times, at two workers, are recorded once each', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => harness.sent()));
  const spoolIds = await Promise.all(ids.map((id) => spoolMail(harness.context, bounceOf(id))));
  await Promise.all(Array.from({ length: 8 }, () => harness.enqueue(...spoolIds)));
  for (const spoolId of spoolIds) {
    expect(await harness.settled(spoolId)).toMatchObject({ result: 'bounce', attempts: 1 });
  }
  for (const id of ids) expect(await eventsOf(id)).toEqual(['bounced']);
});

it('reports about one recipient that are settled at the same time are one event', async () => {
  const id = await harness.sent();
  const reports = Array.from({ length: 12 }, () => spoolMail(harness.context, bounceOf(id)));
  const spoolIds = await Promise.all(reports);
  await harness.enqueue(...spoolIds);
  const results = await Promise.all(spoolIds.map((spoolId) => harness.settled(spoolId)));
  expect(results.filter(({ result }) => result === 'bounce')).toHaveLength(1);
  expect(results.filter(({ result }) => result === 'no_change')).toHaveLength(11);
  expect(await eventsOf(id)).toEqual(['bounced']);
});

describe('what cannot be read', () => {
  const boundary = (depth: number) => `boundary="b${depth}"`;
  const manyParts = lines(
    `Content-Type: multipart/mixed; ${boundary(0)}`,
    '',
    ...Array.from({ length: 10_000 }, () => '--b0\r\nContent-Type: text/plain\r\n\r\nx'),
  );
  const deep = lines(
    ...Array.from({ length: 500 }, (_, depth) =>
      [`Content-Type: multipart/mixed; ${boundary(depth)}`, '', `--b${depth}`].join('\r\n'),
    ),
  );
  const longHeader = lines(`Subject: ${'=?utf-8?q?=41?= '.repeat(100_000)}`, '', 'x');
  const brokenCharset = Buffer.concat([
    Buffer.from('Content-Type: text/plain; charset="no-such-charset"\r\nSubject: =?bogus?q?=FF=FE?=\r\n\r\n'),
    Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00]),
  ]);

  it.each([
    ['10,000 parts', 'unreadable', manyParts],
    ['500 levels', 'unreadable', deep],
    ['a header of megabytes', 'unreadable', longHeader],
    ['a charset that there is not', 'processed', brokenCharset],
  ])('%s: it is %s, and the mail beside it is recorded', async (...[, outcome, raw]) => {
    const [hostile, victim] = [await harness.sent(), await harness.sent()];
    const bad = await spoolMail(harness.context, { recipients: [returnPathOf(hostile)], raw });
    const good = await spoolMail(harness.context, bounceOf(victim));
    await harness.enqueue(bad, good);
    expect((await harness.settled(good)).result).toBe('bounce');
    // What is read in part is no report; what is not read says why, and stays.
    expect(await harness.settled(bad)).toMatchObject(
      outcome === 'processed'
        ? { status: 'processed', result: 'unrecognised', kept: false }
        : { status: 'unreadable', result: 'it is no MIME, or too much of it', attempts: 1, kept: true },
    );
    expect(await eventsOf(hostile)).toEqual([]);
  });

  it('what PostgreSQL does not keep is taken out of what a server said', async () => {
    const id = await harness.sent();
    const raw = deliveryReport({ diagnostic: '550 5.1.1 No\u0000such \ud800 user' });
    expect(await harness.resultOf({ recipients: [returnPathOf(id)], raw })).toBe('bounce');
    expect((await harness.read(id)).events[0]?.detail).toMatch(/^recipient: 550 5\.1\.1 No such . user$/);
  });

  it('a mail with which twenty processes have died is unreadable', async () => {
    const id = await harness.sent();
    // The sweep takes it three seconds after it was received.
    const receivedAt = new Date(Date.now() + 60_000);
    const spoolId = await spoolMail(harness.context, { ...bounceOf(id), receivedAt });
    await harness.context.pool.query(
      `UPDATE inbound_spool SET attempts = 20, lease_until = now() - interval '1 s' WHERE id = $1`,
      [spoolId],
    );
    expect(await harness.settled(spoolId)).toEqual({
      status: 'unreadable',
      result: 'no process lived to record it, 20 times',
      attempts: 20,
      kept: true,
    });
    expect(await eventsOf(id)).toEqual([]);
  });
});

it('what takes too long is tried three times, then unreadable, with its octets', async () => {
  const impatient = await startInboundHarness({}, { constants: { inboundReadMs: 1 } });
  try {
    // Reading it takes seconds: a busy worker may notice the end of the limit late, but before the result.
    const raw = lines('Content-Type: text/plain; format=flowed', '', '5 \r\n'.repeat(2_000_000));
    const id = await impatient.sent();
    const spoolId = await impatient.receive({ recipients: [returnPathOf(id)], raw });
    expect(await impatient.settled(spoolId)).toEqual({
      status: 'unreadable',
      result: 'reading it exceeds a limit: timed_out',
      attempts: 3,
      kept: true,
    });
  } finally {
    await impatient.close();
  }
});

describe('a process that is killed', () => {
  let lonely: InboundHarness;
  beforeAll(async () => {
    lonely = await startInboundHarness();
    await lonely.worker.close();
  });
  afterAll(() => lonely.context.close());

  it.each([
    ['before it has the octets', 'LOCK TABLE inbound_spool_contents IN ACCESS EXCLUSIVE MODE'],
    ['between recording and the end of the mail', 'LOCK TABLE suppressions IN ACCESS EXCLUSIVE MODE'],
    ['within the statement that settles it', 'LOCK TABLE email_events IN ACCESS EXCLUSIVE MODE'],
  ])('%s leaves nothing half done: the next one records it once', async (_, lock) => {
    const { context } = lonely;
    const doomed = await startWorkerProcess(context, {});
    const id = await lonely.sent();
    // The sweep takes it three seconds after it was received.
    const receivedAt = new Date(Date.now() + 60_000);
    const spoolId = await spoolMail(context, { ...bounceOf(id), receivedAt });
    const held = await openTransaction(context.pool, lock);
    await context.pool.query(
      `UPDATE inbound_spool SET received_at = now() - interval '1 min' WHERE id = $1`,
      [spoolId],
    );
    try {
      await held.isWaitedFor();
    } finally {
      doomed.kill('SIGKILL');
      await doomed.exited;
      await held.rollback();
    }
    expect(await readSpool(context, spoolId)).toMatchObject({
      status: 'received',
      attempts: 1,
      kept: true,
    });
    await context.pool.query(
      `UPDATE inbound_spool SET lease_until = now() - interval '1 s' WHERE id = $1 AND lease_until IS NOT NULL`,
      [spoolId],
    );
    const heir = await startTestWorker(context, {});
    expect(await lonely.settled(spoolId)).toMatchObject({ result: 'bounce', attempts: 2, kept: false });
    expect((await lonely.read(id)).events.map(({ type }) => type)).toEqual(['bounced']);
    await heir.close();
  });
});
