/** @jest-environment node */
import type { SendQueueName, SendJob } from '@postrider/contracts/queues';
import { createSendJobPublisher } from './send-job-publisher';

function start() {
  const published: { queue: SendQueueName; ids: string[] }[] = [];
  const publisher = createSendJobPublisher((queue, job: SendJob) => {
    published.push({ queue, ids: job.messages.map(({ message_id }) => message_id) });
    return Promise.resolve(true);
  });
  const enqueue = (...ids: string[]): void => {
    for (const id of ids) publisher.enqueue({ id, organization_id: 'o', lane: 'transactional' });
  };
  return { published, enqueue, publisher };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

it('publishes a lone message at once', async () => {
  const { published, enqueue } = start();
  enqueue('a');
  await turn();
  expect(published).toEqual([{ queue: 'send.transactional', ids: ['a'] }]);
});

it('gathers what follows within 10 ms, and publishes it then', async () => {
  const { published, enqueue } = start();
  enqueue('a');
  await turn();
  enqueue('b');
  await turn();
  jest.advanceTimersByTime(9);
  enqueue('c');
  expect(published).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(published.slice(1)).toEqual([{ queue: 'send.transactional', ids: ['b', 'c'] }]);
});

it('publishes at once again after a pause', async () => {
  const { published, enqueue } = start();
  enqueue('a');
  await turn();
  jest.advanceTimersByTime(10);
  enqueue('b');
  await turn();
  expect(published).toHaveLength(2);
});

it('gives each lane jobs of its own', async () => {
  const { published, publisher } = start();
  publisher.enqueue({ id: 'a', organization_id: 'o', lane: 'transactional' });
  publisher.enqueue({ id: 'b', organization_id: 'o', lane: 'bulk' });
  await turn();
  expect(published).toEqual([
    { queue: 'send.transactional', ids: ['a'] },
    { queue: 'send.bulk', ids: ['b'] },
  ]);
});

it('publishes what still gathers when it is flushed, and nothing twice', async () => {
  const { published, enqueue, publisher } = start();
  enqueue('a');
  await turn();
  enqueue('b');
  publisher.flush();
  jest.advanceTimersByTime(10);
  await turn();
  expect(published.map(({ ids }) => ids)).toEqual([['a'], ['b']]);
});
