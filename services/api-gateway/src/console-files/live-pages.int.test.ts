import { consoleChangesChannel, type ConsoleChanges } from '@postrider/contracts/queues';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import { createApiKey, eventually } from '@postrider/testkit';
import { acceptEmail } from '../../test/console-session';
import { describeInBrowser, waitUntil } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

describeInBrowser('live updates in a browser', () => {
  let console: TestConsole;
  let redis: RedisClient;
  beforeAll(async () => {
    console = await startConsole();
    const log = createLogger({ name: 'test', level: 'silent' });
    redis = createRedis({ url: console.api.context.redisUrl, name: 'test', log, commandTimeoutMs: 60_000 });
    await eventually(() => redis.status === 'ready');
  });
  afterAll(async () => {
    redis.disconnect();
    await console.close();
  });

  it('reads emails again when the stream announces them, with one stream for all tabs', async () => {
    const { api, domain, organizationId, origin } = console;
    const key = await createApiKey(api.context.pool, { organizationId });
    const list = 'emails?to=live%40example.com';
    const { page, context, problems } = await console.open(list);
    // The tab that holds the lock has the stream.
    await waitUntil(page, 'navigator.locks.query().then(({ held }) => held.length === 1)');
    const other = await context.newPage();
    const streamsOfOther: string[] = [];
    other.on('request', (request) => {
      if (request.url().includes('/events/stream')) streamsOfOther.push(request.url());
    });
    await other.goto(`${origin}/console/${list}`);
    const tabs = [page, other];
    for (const tab of tabs) await tab.getByText('No emails found').waitFor();
    const from = `hello@${domain.name}`;
    const id = await acceptEmail(api, key, { from, to: 'live@example.com', subject: 'Live', text: 'Hello' });
    const changes: ConsoleChanges = { [organizationId]: [['email', id, domain.id]] };
    // Published until it arrives: the gateway may not be subscribed yet. Without it, the pages would poll after a minute.
    const links = tabs.map((tab) => tab.getByRole('link', { name: 'live@example.com' }));
    await eventually(async () => {
      await redis.publish(consoleChangesChannel, JSON.stringify(changes));
      return (await Promise.all(links.map((link) => link.isVisible()))).every(Boolean);
    });
    expect(streamsOfOther).toEqual([]);
    expect(problems).toEqual([]);
    for (const tab of tabs) await tab.close();
  });
});
