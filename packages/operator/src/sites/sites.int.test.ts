import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changeSite, leaseSites } from '@postrider/throttling';
import { newId } from '@postrider/contracts/ids';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import {
  createDomain,
  createMessage,
  createOrganization,
  createTestContext,
  eventually,
  type TestContext,
} from '@postrider/testkit';
import { createOperator } from '../../test/run-operator';

let context: TestContext;
let operator: ReturnType<typeof createOperator>;
let redis: RedisClient;
const times = { leaseMs: 600_000, settleMs: 0, stepMs: 300_000, sliceMs: 250 };
const limits = { connectionsMax: 5, perSecond: 100 };

beforeAll(async () => {
  context = await createTestContext();
  operator = createOperator(context);
  redis = createRedis({
    ...{ url: context.redisUrl, name: 'sites test', commandTimeoutMs: 60_000 },
    log: createLogger({ name: 'sites test', level: 'silent' }),
  });
  await eventually(() => redis.status === 'ready');
});
afterAll(async () => {
  await redis.quit();
  await context.close();
});

type Rows = readonly Record<string, unknown>[];

it('lists sites with what all workers use of them, and why one is left alone', async () => {
  const asked = { name: 'google', ...limits, held: 0, demand: 7, messages: 0 };
  await leaseSites(redis, [asked], { workerId: 'w', times });
  await changeSite(redis, 'yahoo from 192.0.2.7', {
    change: {
      ...{ kind: 'suspend', class: 'rate', reason: 'rate: 421 [TSS04]', rule: 'yahoo-tss04' },
      ...{ replies: 1, withinMs: 1, forMs: 7_200_000, connections: 1, perSecond: 1 },
    },
    normal: limits,
    stepMs: 300_000,
  });
  const rows = await operator.json<Rows>('sites', 'list');
  expect(rows.find(({ site }) => site === 'google')).toMatchObject({
    ...{ source: null, workers: 1, connections: '5/5', waiting: true, rate: '100/s', normal: '5, 100/s' },
    ...{ suspended_until: null, cause: null },
  });
  expect(rows.find(({ site }) => site === 'yahoo')).toMatchObject({
    ...{ source: '192.0.2.7', cause: 'rule yahoo-tss04: rate: 421 [TSS04]' },
  });
  expect((await operator.json<Rows>('sites', 'list', '--suspended')).map(({ site }) => site)).toEqual([
    'yahoo',
  ]);
});

it('suspends a site until it is resumed, which ends what rules did too, and keeps who did it', async () => {
  await operator.json('sites', 'suspend', 'yahoo', '--reason', 'wait for their reply');
  const [shown] = await operator.json<Rows>('sites', 'list', '--suspended');
  expect(shown).toMatchObject({ suspended_until: 'resumed', cause: 'operator olga: wait for their reply' });
  expect(await operator.json('sites', 'show', 'yahoo')).toMatchObject({
    operator_suspensions: [{ operator: 'olga' }],
    sources: [{ source: '192.0.2.7', rule: 'yahoo-tss04' }],
  });
  expect(await operator.json('sites', 'resume', 'yahoo')).toMatchObject({
    operator_suspensions_ended: 1,
    throttles_ended: 1,
  });
  expect(await operator.json('sites', 'list', '--suspended')).toEqual([]);
  const { rows } = await context.pool.query('SELECT reason FROM site_suspensions');
  expect(rows).toEqual([{ reason: 'wait for their reply (resumed by olga)' }]);
});

it('resumes several sites at once', async () => {
  for (const site of ['orange', 'gmx']) {
    await operator.json('sites', 'suspend', site, '--reason', 'no route to them');
  }
  expect(await operator.json('sites', 'resume', 'orange', 'gmx', 'orange')).toMatchObject([
    { site: 'orange', operator_suspensions_ended: 1 },
    { site: 'gmx', operator_suspensions_ended: 1 },
  ]);
  expect(await operator.json('sites', 'list', '--suspended')).toEqual([]);
});

it('resume has mail that waits for the site tried at once, and leaves mail for others', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const { id: domainId } = await createDomain(context.pool, { organizationId });
  const waiting = async (provider: string): Promise<string> => {
    const { id } = await createMessage(context.pool, { organizationId });
    await context.pool.query(
      `UPDATE messages SET domain_id = $2, status = 'queued', due_at = now() + interval '30 minutes', first_attempt_at = now()
        WHERE id = $1`,
      [id, domainId],
    );
    await context.pool.query(
      `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, detail, provider, updated_at)
       VALUES ($1, 0, $2, 'a@example.test', 'a@example.test', 'to', 'queued', 'rate: 421', $3, now())`,
      [id, organizationId, provider],
    );
    return id;
  };
  const [toYahoo, toGoogle] = [await waiting('yahoo'), await waiting('google')];
  expect(await operator.json('sites', 'resume', 'yahoo')).toMatchObject({ messages_due: 1 });
  const { rows } = await context.pool.query<{ id: string }>(
    'SELECT id FROM messages WHERE due_at <= now() AND id = ANY($1::uuid[])',
    [[toYahoo, toGoogle]],
  );
  expect(rows).toEqual([{ id: toYahoo }]);
});

describe('rules of throttling', () => {
  const fileOf = async (content: unknown): Promise<string> => {
    const file = path.join(tmpdir(), `${newId()}.json`);
    await writeFile(file, JSON.stringify(content));
    return file;
  };

  it('in a file are checked, and the entry that is wrong is named', async () => {
    const broken = await fileOf({
      rules: [{ name: 'x', match: { code: 421 }, action: { suspend: 'long' } }],
    });
    const { exitCode, stderr } = await operator.run('throttle-rules', 'check', broken);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('rule 1 (x), action'),
    });
    const good = await fileOf({ rules: [{ name: 'x', match: { code: 421 }, action: { suspend: '1h' } }] });
    const [first] = await operator.json<Rows>('throttle-rules', 'check', good);
    expect(first).toMatchObject({ rule: 'x', action: 'suspend for 1 h' });
  });

  it('are run against the replies of the last day without doing anything', async () => {
    const { id: organizationId } = await createOrganization(context.pool);
    for (const reply of [
      '421 4.7.0 [XY1] slow down',
      '421 4.7.0 [XY1] slow down',
      '550 5.1.1 no such user',
    ]) {
      const message = await createMessage(context.pool, { organizationId });
      await context.pool.query(
        `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, provider, updated_at)
         VALUES ($1, 0, $2, 'a@xy.example', 'a@xy.example', 'to', 'queued', 'xy.example', now())`,
        [message.id, organizationId],
      );
      await context.pool.query(
        `INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, started_at, finished_at, result, reply_code, reply, conversation)
         VALUES ($1, 0, 1, $2, 'mx.xy.example [192.0.2.1]:25', now(), now(), 'deferred', $3, $4, $5)`,
        [message.id, newId(), Number(reply.slice(0, 3)), reply, `C: EHLO a\nC: MAIL FROM:<a@a>\nS: ${reply}`],
      );
    }
    const file = await fileOf({
      rules: [
        {
          name: 'xy1',
          match: { provider: 'xy.example', text: 'XY1', stage: 'mail' },
          action: { suspend: '1h' },
        },
        { name: 'xy2', match: { text: 'XY2' }, action: { rate: '1/min', for: '1h' } },
      ],
    });
    const rows = await operator.json<Rows>('throttle-rules', 'dry-run', file);
    expect(rows.slice(0, 2)).toEqual([
      {
        ...{ rule: 'xy1', replies: 2, sites: 'xy.example', would_have: '1 × suspend for 1 h' },
        sample: '421 4.7.0 [XY1] slow down',
      },
      { rule: 'xy2', replies: 0, sites: null, would_have: null, sample: null },
    ]);
  });
});
