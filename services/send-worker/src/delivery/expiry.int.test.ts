import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

const hourMs = 3_600_000;
let harness: WorkerHarness;
/** How far the worker's clock is ahead of the database's, by which messages are claimed. */
let aheadMs = 0;

beforeAll(async () => {
  harness = await startWorkerHarness({}, { clock: { now: () => new Date(Date.now() + aheadMs) } });
});
afterAll(() => harness.close());
beforeEach(() => {
  aheadMs = 0;
  harness.sink.clear();
  harness.sink.behave({ kind: 'accept' });
});

const inAnHour = () => new Date(Date.now() + hourMs);

it('what expires between its claim and its turn on a connection is not handed over', async () => {
  const asked: string[] = [];
  harness.sink.behave(({ moment }) => {
    asked.push(moment);
    return { kind: 'accept' };
  });
  aheadMs = 2 * hourMs;
  const id = await harness.send({ expiresAt: inAnHour() });
  const message = await harness.reaches(id, 'failed');
  expect(message.events).toEqual([expect.objectContaining({ type: 'failed', detail: 'expired' })]);
  expect(message.attempts).toEqual([]);
  expect(asked).not.toContain('mail');
});

it('what expires while the server considers DATA is not handed over either', async () => {
  harness.sink.behave(({ moment }) => {
    if (moment === 'rcpt') aheadMs = 2 * hourMs;
    return { kind: 'accept' };
  });
  const id = await harness.send({ expiresAt: inAnHour() });
  const message = await harness.reaches(id, 'failed');
  expect(message.events).toEqual([expect.objectContaining({ type: 'failed', detail: 'expired' })]);
  expect([message.attempts, harness.sink.messages]).toEqual([[], []]);
});

it('a message that has not expired is delivered', async () => {
  const id = await harness.send({ expiresAt: inAnHour() });
  await harness.reaches(id, 'delivered');
  expect(harness.sink.messages).toHaveLength(1);
});
