import type { JobQueueName, SendJob } from '@postrider/contracts';
import { createAnnouncer } from './announcer';

function start() {
  const published: { queue: JobQueueName; ids: string[] }[] = [];
  const announcer = createAnnouncer((queue, job: SendJob) => {
    published.push({ queue, ids: job.messages.map(({ message_id }) => message_id) });
    return Promise.resolve(true);
  });
  const announce = (...ids: string[]): void => {
    for (const id of ids) announcer.announce({ id, lane: 'transactional' });
  };
  return { published, announce, announcer };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

it('publishes a lone message at once', async () => {
  const { published, announce } = start();
  announce('a');
  await turn();
  expect(published).toEqual([{ queue: 'send.transactional', ids: ['a'] }]);
});

it('gathers what follows within 10 ms, and publishes it then', async () => {
  const { published, announce } = start();
  announce('a');
  await turn();
  announce('b');
  await turn();
  jest.advanceTimersByTime(9);
  announce('c');
  expect(published).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(published.slice(1)).toEqual([{ queue: 'send.transactional', ids: ['b', 'c'] }]);
});

it('publishes at once again after a pause', async () => {
  const { published, announce } = start();
  announce('a');
  await turn();
  jest.advanceTimersByTime(10);
  announce('b');
  await turn();
  expect(published).toHaveLength(2);
});

it('gives each lane jobs of its own', async () => {
  const { published, announcer } = start();
  announcer.announce({ id: 'a', lane: 'transactional' });
  announcer.announce({ id: 'b', lane: 'bulk' });
  await turn();
  expect(published).toEqual([
    { queue: 'send.transactional', ids: ['a'] },
    { queue: 'send.bulk', ids: ['b'] },
  ]);
});

it('publishes what still gathers when it is flushed, and nothing twice', async () => {
  const { published, announce, announcer } = start();
  announce('a');
  await turn();
  announce('b');
  announcer.flush();
  jest.advanceTimersByTime(10);
  await turn();
  expect(published.map(({ ids }) => ids)).toEqual([['a'], ['b']]);
});
