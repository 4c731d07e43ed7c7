import { createLogger } from '@postrider/runtime';
import type { Pool } from '@postrider/db';
import { createTestContext, eventually, testReturnPathSecret, type TestContext } from '@postrider/testkit';
import { createDatabaseProof } from './prove-database';

let context: TestContext;
const stopping = new AbortController();
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(async () => {
  stopping.abort();
  await context.close();
});

/** The database, unless it is unavailable. */
function proofOf(secret: string, server: { isAway: boolean }) {
  const query = (...args: unknown[]): unknown =>
    server.isAway
      ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' }))
      : (context.pool.query as (...given: unknown[]) => unknown).apply(context.pool, args);
  const log = createLogger({ name: 'test', level: 'silent' });
  return createDatabaseProof({ query } as unknown as Pool, {
    secrets: { secret },
    log,
    signal: stopping.signal,
  });
}

it('the proof of the database is not given by a database that is unavailable, and is once it answers', async () => {
  const server = { isAway: true };
  const proof = proofOf(testReturnPathSecret, server);
  await proof.prove();
  expect(proof.isProven()).toBe(false);
  server.isAway = false;
  await eventually(proof.isProven);
});

it('ends the start with a secret that is not the database’s', async () => {
  await proofOf(testReturnPathSecret, { isAway: false }).prove();
  const other = proofOf('another secret of 16 characters', { isAway: false });
  await expect(other.prove()).rejects.toThrow('RETURN_PATH_SECRET');
  expect(other.isProven()).toBe(false);
});
