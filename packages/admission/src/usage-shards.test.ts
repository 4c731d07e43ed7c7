import { createUsageShards } from './usage-shards';

function deferred() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end };
}

it('gives statements that run at the same time different shards, and takes again what is free', async () => {
  const shards = createUsageShards();
  const seen: string[] = [];
  const commit = deferred();
  const statement = (shard: string): Promise<void> => {
    seen.push(shard);
    return commit.ended;
  };
  const running = [shards.run(statement), shards.run(statement)];
  expect(new Set(seen).size).toBe(2);
  commit.end();
  await Promise.all(running);
  await shards.run(statement);
  await shards.run(statement);
  expect(new Set(seen).size).toBe(2);
});

it('never takes the shard of a statement that failed', async () => {
  const shards = createUsageShards();
  const seen: string[] = [];
  await expect(
    shards.run((shard) => {
      seen.push(shard);
      return Promise.reject(new Error('no answer'));
    }),
  ).rejects.toThrow('no answer');
  await shards.run((shard) => Promise.resolve(seen.push(shard)));
  expect(new Set(seen).size).toBe(2);
});

it('changes shards every minute, so that no row gathers versions without end', async () => {
  let nowMs = 0;
  const shards = createUsageShards(() => nowMs);
  const use = (): Promise<string> => shards.run((shard) => Promise.resolve(shard));
  const first = await use();
  nowMs = 59_999;
  expect(await use()).toBe(first);
  nowMs = 60_000;
  expect(await use()).not.toBe(first);
});
