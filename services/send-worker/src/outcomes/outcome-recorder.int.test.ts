import { emailEvent, eventually } from '@postrider/testkit';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

let harness: WorkerHarness;
const published: string[] = [];

beforeAll(async () => {
  harness = await startWorkerHarness();
  const { broker } = harness.worker;
  broker.consume('webhook-dispatcher.events', {
    prefetch: 100,
    inFlightWeightMax: 100,
    handle: ({ payload }) => Promise.resolve(void published.push(...payload.events.map(({ id }) => id))),
  });
  await eventually(() => broker.ready().then(() => true));
});
afterAll(() => harness.close());

/** What was published until now: the queue keeps the order, so a marker comes after it. */
async function publishedUntilNow(): Promise<readonly string[]> {
  const marker = emailEvent();
  await harness.worker.broker.publisher.publishEvent(marker);
  await eventually(() => published.includes(marker.id));
  return published.slice(0, published.indexOf(marker.id));
}

describe('the events of a message', () => {
  it.each([1, 3, 10])('are published once each, with %d recipients', async (count) => {
    published.length = 0;
    const to = Array.from({ length: count }, (_, index) => `r${index}@example.test`);
    const ids = await Promise.all(Array.from({ length: 8 }, () => harness.send({ to })));
    for (const id of ids) await harness.reaches(id, 'delivered');
    const { rows } = await harness.context.pool.query<{ id: string }>(
      'SELECT id FROM email_events WHERE message_id = ANY($1)',
      [ids],
    );
    expect(rows).toHaveLength(8 * count * 2);
    // They are published after the commit that made the message delivered.
    await eventually(() => rows.every(({ id }) => published.includes(id)));
    expect([...(await publishedUntilNow())].sort()).toEqual(rows.map(({ id }) => id).sort());
  });
});
