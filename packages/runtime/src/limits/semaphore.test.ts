import { createSemaphore } from './semaphore';

it('runs no more than it has permits for, the highest priority first', async () => {
  const semaphore = createSemaphore({ permits: 1, priorities: 3 });
  const order: string[] = [];
  let open: () => void = () => undefined;
  const first = semaphore.run(2, () => new Promise<void>((resolve) => (open = resolve)));
  const note = (name: string) => () => {
    order.push(name);
    return Promise.resolve();
  };
  const rest = [semaphore.run(2, note('bulk')), semaphore.run(0, note('transactional'))];
  await Promise.resolve();
  expect(order).toEqual([]);
  open();
  await Promise.all([first, ...rest]);
  expect(order).toEqual(['transactional', 'bulk']);
});

it('gets its permit back when the work fails', async () => {
  const semaphore = createSemaphore({ permits: 1, priorities: 1 });
  await expect(semaphore.run(0, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(semaphore.run(0, () => Promise.resolve('in'))).resolves.toBe('in');
});
