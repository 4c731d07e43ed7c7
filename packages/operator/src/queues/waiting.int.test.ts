import { createDomain, createMessage, createOrganization } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

async function organization() {
  const { id: organizationId, slug } = await createOrganization(operator.pool);
  const domain = await createDomain(operator.pool, { organizationId });
  const queue = async (given: {
    readonly dueIn: number | null;
    readonly address?: string;
    readonly provider?: string;
    readonly detail?: string;
    readonly lane?: string;
  }): Promise<string> => {
    const { id } = await createMessage(operator.pool, {
      organizationId,
      domainId: domain.id,
      status: 'queued',
    });
    await operator.pool.query(
      `UPDATE messages SET due_at = now() + $2 * interval '1 s', final_at = NULL, lane = $3 WHERE id = $1`,
      [id, given.dueIn, given.lane ?? 'transactional'],
    );
    const address = given.address ?? 'jane@x.test';
    await operator.pool.query(
      `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, provider, detail, updated_at)
       VALUES ($1, 0, $2, $3, $3, 'to', 'queued', $4, $5, now())`,
      [id, organizationId, address, given.provider ?? null, given.detail ?? null],
    );
    return id;
  };
  return { organizationId, slug, queue };
}

const waiting = (...args: string[]) => operator.json<object[]>('queues', 'waiting', ...args);

test('waiting mail is counted by lane, organization and site, with how long the oldest has been due', async () => {
  const { slug, queue } = await organization();
  await queue({ dueIn: -7_200, provider: 'google' });
  await queue({ dueIn: 600, provider: 'google', detail: 'busy: 421 Later' });
  await queue({ dueIn: -60, address: 'a@never-tried.test', lane: 'bulk' });
  const other = await organization();
  await other.queue({ dueIn: -1 });
  const lines = await waiting('--organization', slug);
  expect(lines).toMatchObject([
    { lane: 'transactional', organization: slug, site: 'google', recipients: 2, messages: 2, due: 1 },
    { lane: 'bulk', organization: slug, site: 'never-tried.test', recipients: 1, due: 1 },
  ]);
  const [first] = lines as { oldest_due_seconds: number }[];
  expect(first?.oldest_due_seconds).toBeGreaterThanOrEqual(7_200);
  expect(first?.oldest_due_seconds).toBeLessThan(7_400);
  expect(await waiting('--by', 'organization')).toMatchObject([
    { organization: slug, recipients: 3 },
    { organization: other.slug, recipients: 1 },
  ]);
});

test('the reason says whether it was tried, is scheduled, or is held', async () => {
  const { slug, queue, organizationId } = await organization();
  await queue({ dueIn: -5 });
  const later = await queue({ dueIn: 3_600 });
  await operator.pool.query(`UPDATE messages SET scheduled_at = due_at WHERE id = $1`, [later]);
  await queue({ dueIn: 60, detail: 'busy: 421 4.7.0 Try again later' });
  await queue({ dueIn: null });
  const held = await queue({ dueIn: null });
  await operator.pool.query(
    `INSERT INTO message_holds (message_id, organization_id, reason, operator, held_at, due_at)
     VALUES ($1, $2, 'why', 'olga', now(), now())`,
    [held, organizationId],
  );
  const lines = (await waiting('--organization', slug, '--by', 'reason')) as { reason: string }[];
  expect(lines.map(({ reason }) => reason).toSorted()).toEqual([
    ...['backlog', 'operator_hold', 'retry: busy', 'review', 'scheduled'],
  ]);
});

test('queues that were not read are named', async () => {
  const { slug, queue } = await organization();
  for (const dueIn of [-1, -2, -3]) await queue({ dueIn });
  expect(
    await operator.run(...['queues', 'waiting', '--organization', slug, '--messages-max', '2']),
  ).toMatchObject({
    exitCode: 0,
    stderr: 'Only the 2 messages of the lane transactional that are due first were counted.\n',
  });
  expect((await operator.run('queues', 'waiting', '--by', 'color')).stderr).toContain('one or more of lane');
});
