import type { DeadLetterResource } from '@postrider/contracts/console';
import { newId } from '@postrider/contracts/ids';
import type { QueueName } from '@postrider/contracts/queues';
import { createUser, eventually } from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { addDeadLetters } from '../../../test/add-dead-letters';
import { startTestApi, type Answer, type TestApi } from '../../../test/test-api';

interface Listed {
  readonly queues: readonly { readonly queue: QueueName; readonly waiting: number; readonly dead: number }[];
  readonly letters: readonly DeadLetterResource[];
}

interface Redriven {
  readonly letters: number;
  readonly remaining: number;
}

let api: TestApi;
let email: string;
let operator: ConsoleBrowser;

beforeAll(async () => {
  api = await startTestApi();
  const user = await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true });
  email = user.email;
  operator = openBrowser(api, user);
});
afterAll(() => api.close());

/** RabbitMQ may take longer to answer on a busy machine than a request waits. */
async function answered<Body>(ask: () => Promise<Answer<Body>>): Promise<Body> {
  const answer = await eventually(async () => {
    const each = await ask();
    return each.refusal === '503 service_unavailable' ? null : each;
  });
  expect(answer.refusal).toBeNull();
  return answer.body;
}
const list = (queue: QueueName) =>
  answered(() => operator.get<Listed>(`/operator/dead-letters?queue=${queue}`));
const redrive = (body: Readonly<Record<string, unknown>>) =>
  answered(() => operator.post<Redriven>('/operator/dead-letters/redrive', body));

it('shows dead letters where they are, counts them exactly, and requeues the oldest', async () => {
  const ids = [newId(), newId(), newId()];
  const many = Array.from({ length: 5 }, () => newId());
  const queue = 'send.test';
  const jobs = [...ids.map((id) => ({ message_id: id })), { event_ids: many, secret: 'jane@x.test' }];
  await addDeadLetters(api.context.amqpUrl, { queue, jobs, prefetch: 1 });
  const first = await list(queue);
  const reason = 'does not match the schema: messages (invalid_type)';
  expect(first.letters).toEqual([
    ...ids.map((id) => ({
      ...{ reason, at: expect.any(String) as string },
      ids: [{ name: 'message_id', ids: [id], more: 0 }],
    })),
    {
      ...{ reason, at: expect.any(String) as string },
      ids: [{ name: 'event_ids', ids: many.slice(0, 3), more: 2 }],
    },
  ]);
  expect(JSON.stringify(first)).not.toContain('jane@x.test');
  expect(first.queues).toContainEqual({ queue, waiting: 0, dead: 4 });
  expect(await list(queue)).toEqual(first);

  expect(await redrive({ queue, dry_run: true })).toMatchObject({ letters: 4, remaining: 0 });
  expect(await redrive({ queue, dry_run: true, limit: 3 })).toMatchObject({ letters: 3 });
  expect(await list(queue)).toEqual(first);
  expect(await redrive({ queue, dry_run: false, limit: 3 })).toMatchObject({ letters: 3, remaining: 0 });
  const after = await list(queue);
  expect(after.letters).toEqual(first.letters.slice(3));
  expect(after.queues).toContainEqual({ queue, waiting: 3, dead: 1 });
  expect(await redrive({ queue, dry_run: false })).toMatchObject({ letters: 1, remaining: 0 });
  expect(await redrive({ queue, dry_run: false })).toMatchObject({ letters: 0, remaining: 0 });

  const { rows } = await api.context.pool.query(
    `SELECT organization_id, actor_name, target_id, after FROM audit_entries WHERE action = 'dead_letter.redrive' ORDER BY id`,
  );
  const entry = { organization_id: null, actor_name: email, target_id: queue };
  expect(rows).toEqual([
    { ...entry, after: { letters: 3 } },
    { ...entry, after: { letters: 1 } },
  ]);
});

it('goes on where a request has requeued as many as it may', async () => {
  const queue = 'send.bulk';
  const jobs = Array.from({ length: 101 }, () => ({ message_id: newId() }));
  await addDeadLetters(api.context.amqpUrl, { queue, jobs, prefetch: 50 });
  expect(await redrive({ queue, dry_run: true })).toMatchObject({ letters: 101, remaining: 0 });
  const { letters, remaining } = await redrive({ queue, dry_run: false, limit: 101 });
  expect([letters, remaining]).toEqual([100, 1]);
  expect(await redrive({ queue, dry_run: false, limit: remaining })).toMatchObject({
    letters: 1,
    remaining: 0,
  });
  expect((await list(queue)).letters).toEqual([]);
});

it('deletes dead letters after a dry run, for a reason that the audit log has', async () => {
  const queue = 'send.transactional';
  const jobs = Array.from({ length: 102 }, () => ({ message_id: newId() }));
  await addDeadLetters(api.context.amqpUrl, { queue, jobs, prefetch: 50 });
  const discard = (body: Readonly<Record<string, unknown>>) =>
    answered(() => operator.post<Redriven>('/operator/dead-letters/discard', body));
  expect(await discard({ queue, dry_run: true })).toMatchObject({ letters: 102, remaining: 0 });
  expect((await operator.post('/operator/dead-letters/discard', { queue, dry_run: false })).refusal).toBe(
    '422 validation_error',
  );
  expect(await list(queue)).toMatchObject({
    queues: expect.arrayContaining([{ queue, waiting: 0, dead: 102 }]),
  });

  const given = { queue, dry_run: false, reason: 'rolled back' };
  expect(await discard({ ...given, limit: 101 })).toMatchObject({ letters: 100, remaining: 1 });
  expect(await discard({ ...given, limit: 1 })).toMatchObject({ letters: 1, remaining: 0 });
  const left = await list(queue);
  expect(left.letters.map(({ ids }) => ids[0]?.ids)).toEqual([[expect.any(String)]]);
  const { rows } = await api.context.pool.query(
    `SELECT actor_name, target_id, after FROM audit_entries WHERE action = 'dead_letter.discard' ORDER BY id`,
  );
  const entry = { actor_name: email, target_id: queue };
  expect(rows).toEqual([
    { ...entry, after: { letters: 100, reason: 'rolled back' } },
    { ...entry, after: { letters: 1, reason: 'rolled back' } },
  ]);
});
