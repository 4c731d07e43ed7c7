import { eventually } from '@postrider/testkit';
import { startTestWorker } from '../../test/start-test-worker';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';
import { startWorkerProcess } from '../../test/start-worker-process';
import { queueMessage } from '../../test/queue-message';

/** The lease is long enough for a machine that stands still for seconds. */
const quick = { LEASE_MS: '6000' };
const constants = { leaseGraceMs: 3_000, sweepIntervalMs: 200 };
/** The harness's own worker would take the messages: it joins later, with the sweep. */
let harness: WorkerHarness;

beforeEach(async () => {
  harness = await startWorkerHarness(quick, { constants });
});
afterEach(() => harness.close());

/** As when time has passed. */
const endLease = (id: string) =>
  harness.context.pool.query(
    `UPDATE messages SET lease_until = now() - interval '1 min' WHERE id = $1 AND status = 'sending'`,
    [id],
  );

describe('a worker that dies', () => {
  it('after the final dot leaves its message unconfirmed: it is not sent again', async () => {
    await harness.worker.close();
    harness.sink.behave({ kind: 'hang', at: 'end-of-data' });
    const worker = await startWorkerProcess(harness.context, {
      ...quick,
      DELIVERY_ROUTES: `*=${harness.sink.url}`,
    });
    const id = await queueMessage(harness.context, harness.sender);
    await eventually(() => harness.sink.messages.length === 1, { what: 'the message in the sink' });
    worker.kill('SIGKILL');
    await worker.exited;

    harness.sink.behave({ kind: 'accept' });
    const next = await startTestWorker(
      harness.context,
      { ...quick, DELIVERY_ROUTES: `*=${harness.sink.url}` },
      { constants },
    );
    const message = await harness.reaches(id, 'unconfirmed');
    expect(message.attempts).toEqual([expect.objectContaining({ result: 'unconfirmed' })]);
    expect(message).toMatchObject({ lease_until: null });
    expect(harness.sink.messages).toHaveLength(1);
    await next.close();
  });

  it('in a transaction that recipients share leaves only the accepted recipients unconfirmed', async () => {
    await harness.worker.close();
    harness.sink.behave(({ moment, to }) =>
      moment === 'rcpt' && to.includes('later@x.test')
        ? { kind: 'reject', at: 'rcpt', code: 450, text: '4.2.1 busy' }
        : { kind: 'hang', at: 'end-of-data' },
    );
    const settings = {
      ...quick,
      RETURN_PATH: 'message',
      DELIVERY_ROUTES: `*=${harness.sink.url}?final=true`,
    };
    const worker = await startWorkerProcess(harness.context, settings);
    const to = ['one@x.test', 'later@x.test', 'two@x.test'];
    const id = await queueMessage(harness.context, harness.sender, { to });
    await eventually(() => harness.sink.messages.length === 1, { what: 'the message in the sink' });
    worker.kill('SIGKILL');
    await worker.exited;
    await endLease(id);

    harness.sink.behave({ kind: 'accept' });
    const next = await startTestWorker(harness.context, settings, { constants });
    const message = await harness.reaches(id, 'unconfirmed');
    const states = message.recipients.map(({ status }) => status);
    expect(states).toEqual(['unconfirmed', 'delivered', 'unconfirmed']);
    const received = harness.sink.messages.map((each) => each.to);
    expect(received).toEqual([['one@x.test', 'two@x.test'], ['later@x.test']]);
    await next.close();
  });

  it('before the body leaves its message to the next worker, which sends it', async () => {
    await harness.worker.close();
    harness.sink.behave({ kind: 'hang', at: 'rcpt' });
    const worker = await startWorkerProcess(harness.context, {
      ...quick,
      DELIVERY_ROUTES: `*=${harness.sink.url}`,
    });
    const id = await queueMessage(harness.context, harness.sender);
    await harness.reaches(id, 'sending');
    worker.kill('SIGKILL');
    await worker.exited;
    await endLease(id);

    harness.sink.behave({ kind: 'accept' });
    const next = await startTestWorker(
      harness.context,
      { ...quick, DELIVERY_ROUTES: `*=${harness.sink.url}?final=true` },
      { constants },
    );
    const message = await harness.reaches(id, 'delivered');
    expect(message.rounds).toBe(2);
    expect(harness.sink.messages).toHaveLength(1);
    await next.close();
  });
});

describe('a worker that has to stop', () => {
  it('finishes what is on the wire, requeues the rest, and exits with 0', async () => {
    await harness.worker.close();
    harness.sink.behave({ kind: 'slow', delayMs: 700 });
    const route = `*=${harness.sink.url}?final=true&connections=1`;
    const worker = await startWorkerProcess(harness.context, { ...quick, DELIVERY_ROUTES: route });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await queueMessage(harness.context, harness.sender));
    await eventually(() => harness.sink.messages.length === 1, { what: 'the first message in the sink' });
    worker.kill('SIGTERM');
    await expect(worker.exited).resolves.toBe(0);

    const messages = await Promise.all(ids.map((id) => harness.read(id)));
    const delivered = messages.filter(({ status }) => status === 'delivered');
    expect(delivered.length).toBe(harness.sink.messages.length);
    for (const message of messages.filter(({ status }) => status !== 'delivered')) {
      expect(message).toMatchObject({ status: 'queued', lease_until: null, rounds: 0 });
    }
  });
});

describe('a worker that lives', () => {
  it('keeps its lease for as long as a delivery takes', async () => {
    harness.sink.behave({ kind: 'slow', delayMs: 10_000 });
    const id = await harness.send();
    const message = await harness.reaches(id, 'delivered');
    expect(message.rounds).toBe(1);
    expect(harness.sink.messages).toHaveLength(1);
  });
});
