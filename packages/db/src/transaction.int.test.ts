import { isEngineUnavailable } from '@postrider/runtime';
import { useTestContext } from '@postrider/testkit';
import { withTransaction } from './transaction';

const context = useTestContext();
beforeAll(async () => {
  await context.pool.query('CREATE TABLE account (id int PRIMARY KEY, amount int NOT NULL)');
});
beforeEach(() => context.pool.query('TRUNCATE account; INSERT INTO account VALUES (1, 0), (2, 0)'));

async function amounts(): Promise<number[]> {
  const { rows } = await context.pool.query<{ amount: number }>('SELECT amount FROM account ORDER BY id');
  return rows.map(({ amount }) => amount);
}

describe('withTransaction', () => {
  it('commits what resolves and gives its result', async () => {
    const result = await withTransaction(context.pool, async (client) => {
      await client.query('UPDATE account SET amount = 5 WHERE id = 1');
      return 'done';
    });
    expect(result).toBe('done');
    expect(await amounts()).toEqual([5, 0]);
  });

  it('rolls back what throws, passes the error on, and gives the connection back', async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await expect(
        withTransaction(context.pool, async (client) => {
          await client.query('UPDATE account SET amount = 5');
          throw new Error('second thoughts');
        }),
      ).rejects.toThrow('second thoughts');
    }
    expect(await amounts()).toEqual([0, 0]);
  });

  it('survives a connection that is cut between two statements, and reports it as unavailable', async () => {
    const error: unknown = await withTransaction(context.pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const ended = new Promise((resolve) => client.once('end', resolve));
      await context.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await ended;
      await client.query('UPDATE account SET amount = 5');
    }).catch((reason: unknown) => reason);
    expect(isEngineUnavailable(error)).toBe(true);
    expect(await amounts()).toEqual([0, 0]);
  });

  it('runs both sides of a write conflict to the end when retries are allowed', async () => {
    let meeting = 0;
    let letGo: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (letGo = resolve));
    let runs = 0;
    const increment = () =>
      withTransaction(
        context.pool,
        async (client) => {
          runs += 1;
          const { rows } = await client.query<{ amount: number }>('SELECT amount FROM account WHERE id = 1');
          if ((meeting += 1) >= 2) letGo();
          await both;
          await client.query('UPDATE account SET amount = $1 WHERE id = 1', [(rows[0]?.amount ?? 0) + 1]);
        },
        { isolation: 'serializable', retrySerialization: 3 },
      );
    await Promise.all([increment(), increment()]);
    expect(await amounts()).toEqual([2, 0]);
    expect(runs).toBe(3);
  });
});
