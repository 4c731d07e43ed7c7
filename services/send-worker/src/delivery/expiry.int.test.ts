import { openStage, type Stage } from '../../test/stage';

const HOUR_MS = 3_600_000;
let stage: Stage;
/** How far the worker's clock is ahead of the database's, by which messages are claimed. */
let aheadMs = 0;

beforeAll(async () => {
  stage = await openStage({}, { clock: { now: () => new Date(Date.now() + aheadMs) } });
});
afterAll(() => stage.close());
beforeEach(() => {
  aheadMs = 0;
  stage.sink.clear();
  stage.sink.behave({ kind: 'accept' });
});

const inAnHour = () => new Date(Date.now() + HOUR_MS);

it('what expires between its claim and its turn on a connection is not handed over', async () => {
  const asked: string[] = [];
  stage.sink.behave(({ moment }) => {
    asked.push(moment);
    return { kind: 'accept' };
  });
  aheadMs = 2 * HOUR_MS;
  const id = await stage.send({ expiresAt: inAnHour() });
  const message = await stage.reaches(id, 'failed');
  expect(message.events).toEqual([expect.objectContaining({ type: 'failed', detail: 'expired' })]);
  expect(message.attempts).toEqual([]);
  expect(asked).not.toContain('mail');
});

it('what expires while the server considers DATA is not handed over either', async () => {
  stage.sink.behave(({ moment }) => {
    if (moment === 'rcpt') aheadMs = 2 * HOUR_MS;
    return { kind: 'accept' };
  });
  const id = await stage.send({ expiresAt: inAnHour() });
  const message = await stage.reaches(id, 'failed');
  expect(message.events).toEqual([expect.objectContaining({ type: 'failed', detail: 'expired' })]);
  expect([message.attempts, stage.sink.messages]).toEqual([[], []]);
});

it('what is not expired yet leaves', async () => {
  const id = await stage.send({ expiresAt: inAnHour() });
  await stage.reaches(id, 'delivered');
  expect(stage.sink.messages).toHaveLength(1);
});
