import { consoleChangesChannel, type ConsoleChanges } from '@postrider/contracts/queues';
import type { RedisClient } from '@postrider/messaging';
import {
  createApiKey,
  createDomain,
  createMember,
  createOrganization,
  eventually,
  openTransaction,
  type MemberFixture,
} from '@postrider/testkit';
import { cookieNames, openBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';
import { useApi } from '../../../test/use-api';
import { connectTestRedis } from '../../../test/test-redis';

let redis: RedisClient;

const api = useApi({ alone: true });
beforeAll(async () => {
  redis = connectTestRedis(api.context.redisUrl);
  await eventually(() => redis.status === 'ready');
});
afterAll(() => redis.disconnect());

const join = async (member: Partial<Parameters<typeof createMember>[1]> = {}) => {
  const { id: organizationId } = await createOrganization(api.pool);
  return { organizationId, member: await createMember(api.pool, { organizationId, ...member }) };
};

/** Published until it arrives, since a gateway subscribes after it has begun to listen. */
const publish = (changes: ConsoleChanges) => redis.publish(consoleChangesChannel, JSON.stringify(changes));

async function openStream(member: MemberFixture, organizationId: string, gateway: TestApi = api) {
  const abort = new AbortController();
  const answer = await fetch(`${gateway.url}/console/api/v1/events/stream?organization=${organizationId}`, {
    headers: { cookie: `${cookieNames.session}=${member.sessionToken}` },
    signal: abort.signal,
  });
  const received = { text: '', isEnded: false };
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of answer.body ?? []) received.text += decoder.decode(piece as Uint8Array);
    received.isEnded = true;
  })().catch(() => undefined);
  return { answer, received, close: () => (abort.abort(), reading) };
}

it('sends the changes of the organization to its member, and no others', async () => {
  const { organizationId, member } = await join();
  const other = await join();
  const stream = await openStream(member, organizationId);
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream');
  await eventually(async () => {
    await publish({
      [organizationId]: [['email', 'email-1', 'domain-1']],
      [other.organizationId]: [['email', 'email-2', 'domain-2']],
    });
    return stream.received.text.includes('email-1');
  });
  expect(stream.received.text).toMatch(/^data: \[\{"kind":"email","id":"email-1"\}\]$/m);
  expect(stream.received.text).not.toContain('email-2');
  await stream.close();
});

it('ends with the session, and is refused without one or for another organization', async () => {
  const { organizationId, member } = await join();
  const { organizationId: foreign } = await join();
  expect((await openStream(member, foreign)).answer.status).toBe(404);
  const stream = await openStream(member, organizationId);
  await openBrowser(api, member).send('DELETE', '/session');
  await eventually(() => stream.received.isEnded, { timeoutMs: 60_000 });
  expect((await openStream(member, organizationId)).answer.status).toBe(401);
});

it('applies changed domains of a member within 15 seconds', async () => {
  const { organizationId, member } = await join();
  const domain = await createDomain(api.pool, { organizationId });
  const stream = await openStream(member, organizationId);
  await api.pool.query('UPDATE memberships SET domain_ids = $2 WHERE organization_id = $1', [
    organizationId,
    [domain.id],
  ]);
  let published = 0;
  await eventually(
    async () => {
      published += 1;
      const before = stream.received.text.length;
      await publish({
        [organizationId]: [
          ['email', `hidden-${published}`, 'elsewhere'],
          ['email', `shown-${published}`, domain.id],
        ],
      });
      await eventually(() => stream.received.text.includes(`shown-${published}`));
      return !stream.received.text.slice(before).includes('hidden');
    },
    { timeoutMs: 60_000 },
  );
  await stream.close();
});

it('takes eight streams of a session, and again when one is closed', async () => {
  const { organizationId, member } = await join();
  const streams = [];
  for (let n = 0; n < 8; n += 1) streams.push(await openStream(member, organizationId));
  expect((await openStream(member, organizationId)).answer.status).toBe(429);
  await streams[0]?.close();
  await eventually(async () => {
    const again = await openStream(member, organizationId);
    if (again.answer.status === 200) streams.push(again);
    return again.answer.status === 200;
  });
  for (const stream of streams) await stream.close();
});

it('leaves connections of the database to other requests, however many streams open at once', async () => {
  const { pool } = api;
  const { organizationId } = await join();
  const key = await createApiKey(pool, { organizationId });
  const members = await Promise.all(Array.from({ length: 15 }, () => createMember(pool, { organizationId })));
  const blocker = await openTransaction(pool, 'LOCK TABLE user_sessions IN ACCESS EXCLUSIVE MODE');
  const opening = Promise.all(
    members.flatMap((member) => Array.from({ length: 8 }, () => openStream(member, organizationId))),
  );
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api.send('/topics', { method: 'GET', key })),
  );
  await blocker.rollback();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const streams = await opening;
  expect(new Set(streams.map(({ answer }) => answer.status))).toEqual(new Set([200]));
  for (const stream of streams) await stream.close();
});

it('does not keep a gateway from closing', async () => {
  const { organizationId, member } = await join();
  const replica = await startTestApi({ replicaOf: api });
  const stream = await openStream(member, organizationId, replica);
  await replica.close();
  await eventually(() => stream.received.isEnded);
});
