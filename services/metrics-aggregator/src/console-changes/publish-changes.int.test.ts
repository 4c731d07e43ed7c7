import type { EmailEventMessage } from '@postrider/contracts/events';
import { consoleChangesChannel, type ConsoleChanges } from '@postrider/contracts/queues';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import {
  createEmailEvent,
  createMessage,
  createOrganization,
  createTestContext,
  eventually,
  type MessageFixture,
  type TestContext,
} from '@postrider/testkit';
import { eventOf } from '../../test/event-of';
import { startTestAggregator, type TestAggregator } from '../../test/start-test-aggregator';

let context: TestContext;
let aggregator: TestAggregator;
let subscriber: RedisClient;
const messages: ConsoleChanges[] = [];

beforeAll(async () => {
  context = await createTestContext();
  aggregator = await startTestAggregator(context);
  const log = createLogger({ name: 'test', level: 'silent' });
  subscriber = createRedis({ url: context.redisUrl, name: 'test', log, commandTimeoutMs: 60_000 });
  await eventually(() => subscriber.status === 'ready');
  subscriber.on('message', (_channel: string, text: string) =>
    messages.push(JSON.parse(text) as ConsoleChanges),
  );
  await subscriber.subscribe(consoleChangesChannel);
});
afterAll(async () => {
  subscriber.disconnect();
  await aggregator.close();
  await context.close();
});

it('publishes the emails of many events together, those of test mode too', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const emails: MessageFixture[] = [];
  for (const mode of ['live', 'test'] as const)
    emails.push(await createMessage(context.pool, { organizationId, mode }));
  const events: EmailEventMessage[] = [];
  for (const email of emails) {
    for (const type of ['sent', 'delivered'] as const)
      events.push(eventOf(email, await createEmailEvent(context.pool, email, { type }), { type }));
  }
  for (const event of events) void aggregator.broker.publisher.publishEvent(event);
  const changes = () => messages.flatMap((message) => message[organizationId] ?? []);
  await eventually(() => emails.every(({ id }) => changes().some(([, changed]) => changed === id)));
  expect(changes()).toContainEqual(['email', emails[0]?.id, emails[0]?.domainId]);
  // Other tests publish on the same channel, which all databases of a Redis share.
  expect(messages.filter((message) => organizationId in message).length).toBeLessThanOrEqual(3);
});
