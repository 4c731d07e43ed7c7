import { createTurnstile } from './turnstile';

it('lets in no more than it has places for, the most urgent first', async () => {
  const turnstile = createTurnstile({ places: 1, urgencies: 3 });
  const order: string[] = [];
  let open: () => void = () => undefined;
  const first = turnstile.pass(2, () => new Promise<void>((resolve) => (open = resolve)));
  const note = (name: string) => () => {
    order.push(name);
    return Promise.resolve();
  };
  const rest = [turnstile.pass(2, note('bulk')), turnstile.pass(0, note('transactional'))];
  await Promise.resolve();
  expect(order).toEqual([]);
  open();
  await Promise.all([first, ...rest]);
  expect(order).toEqual(['transactional', 'bulk']);
});

it('gives its place back when the work fails', async () => {
  const turnstile = createTurnstile({ places: 1, urgencies: 1 });
  await expect(turnstile.pass(0, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(turnstile.pass(0, () => Promise.resolve('in'))).resolves.toBe('in');
});
