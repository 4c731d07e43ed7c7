import { createMessage, createOrganization, eventually } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

/** @param rounds passes that workers have begun */
async function message(status: 'queued' | 'sending', rounds: number): Promise<string> {
  const { id: organizationId } = await createOrganization(operator.pool);
  const { id } = await createMessage(operator.pool, { organizationId, status });
  await operator.pool.query(
    `UPDATE messages SET final_at = NULL, due_at = now(), rounds = $2, lane = 'bulk',
       lease_until = CASE WHEN status = 'sending' THEN now() + interval '1 h' END WHERE id = $1`,
    [id, rounds],
  );
  await operator.pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     VALUES ($1, 0, $2, 'jane@x.test', 'jane@x.test', 'to', 'queued', now())`,
    [id, organizationId],
  );
  return id;
}

const drained = (...args: string[]) => operator.json<object[]>('queues', 'drained', ...args);
const reason = ['--reason', 'new smart host'];

afterEach(() => operator.pool.query(`DELETE FROM queue_drains; UPDATE messages SET status = 'canceled'`));

test('drain waits until no message of the queue is being sent', async () => {
  const sending = await message('sending', 1);
  await message('sending', 2);
  let answer: object[] | undefined;
  const drains = operator
    .json<object[]>('queues', 'drain', 'bulk', 'test', ...reason)
    .then((rows) => (answer = rows));
  await eventually(async () => {
    const { rows } = await operator.pool.query<{ drained: number }>(
      'SELECT count(*)::int AS drained FROM queue_drains',
    );
    return rows[0]?.drained === 2;
  });
  expect(answer).toBeUndefined();
  await operator.pool.query(`UPDATE messages SET status = 'sent' WHERE id = $1`, [sending]);
  expect(await drains).toMatchObject([
    { queue: 'bulk', reason: 'new smart host', operator: 'olga', in_progress: 0 },
    { queue: 'test', in_progress: 0 },
  ]);
});

test('drain exits with 1 when messages are still being sent after the wait, and the queue stays drained', async () => {
  await message('sending', 2);
  const { exitCode, stdout, stderr } = await operator.run(
    ...['--json', 'queues', 'drain', 'retry', ...reason, '--wait', '1s'],
  );
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    '1 message is still being sent. Its queue stays drained: repeat the command to wait longer.\n',
  );
  expect(JSON.parse(stdout)).toMatchObject([{ queue: 'retry', in_progress: 1 }]);
  expect(await drained()).toMatchObject([{ queue: 'retry', in_progress: 1 }]);
});

test('drained queues are shown with their reason until they are resumed, and then in the history', async () => {
  const queued = await message('queued', 1);
  await operator.json('queues', 'drain', 'retry', ...reason);
  await operator.json('queues', 'drain', 'retry', '--reason', 'another');
  expect(await drained()).toMatchObject([{ queue: 'retry', reason: 'new smart host', operator: 'olga' }]);
  expect(await operator.json('messages', 'show', queued)).toMatchObject({
    where: 'The operator of this service paused the queue of this email and must resume it. (new smart host)',
  });
  const waiting = await operator.run('--json', 'queues', 'waiting', '--by', 'reason');
  expect(JSON.parse(waiting.stdout)).toMatchObject([{ reason: 'queue_paused', messages: 1 }]);
  expect(waiting.stderr).toMatch(/^The queue retry has been drained by olga since .+Z: new smart host\n$/);

  expect(await operator.json('queues', 'resume', 'retry', 'bulk')).toMatchObject([
    { queue: 'retry', ended_by: 'olga' },
  ]);
  expect(await drained()).toEqual([]);
  expect(await drained('--all')).toMatchObject([
    { queue: 'retry', reason: 'new smart host', operator: 'olga', ended_by: 'olga' },
  ]);
  expect(await operator.json('queues', 'resume', 'retry')).toEqual([]);
});

test('only queues of email can be drained, and not without a reason', async () => {
  expect((await operator.run('queues', 'drain', 'send.bulk', ...reason)).stderr).toContain(
    'Allowed choices are transactional, bulk, test, retry',
  );
  expect((await operator.run('queues', 'drain', 'bulk')).stderr).toContain("'--reason <text>' not specified");
});
