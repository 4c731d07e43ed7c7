import fs from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { consoleChangesChannel } from '@postrider/contracts/queues';
import type { RedisClient } from '@postrider/messaging';
import {
  createEmailEvent,
  createMessage,
  eventually,
  isExhaustive,
  startWebhookReceiver,
  type ApiKeyFixture,
  type MessageFixture,
  type WebhookReceiver,
} from '@postrider/testkit';
import { Postrider } from 'postrider';
import { createReceiver, listen, openListenerState } from 'postrider-cli';
import { connectTestRedis } from '../../test/test-redis';
import { useApi } from '../../test/use-api';

const api = useApi({ alone: true });
/** A sample, unless the run is exhaustive. */
const disconnects = isExhaustive ? 400 : 100;
const listenersCount = isExhaustive ? 20 : 6;
const eventsCount = isExhaustive ? 400 : 100;
/**
 * The longest that a connection lives. Most answers arrive in that time: a listener that gets none waits up to 30 s before it connects
 * again.
 */
const lifetimeMs = 1_000;

/** Passes connections on, and cuts each: at any time, or in the middle of an answer. */
async function startCuttingProxy(target: URL) {
  const open = new Set<Socket>();
  let cuts = 0;
  const isCutting = (): boolean => cuts < disconnects;
  const cut = (socket: Socket): void => {
    if (socket.destroyed) return;
    socket.destroy();
    cuts += 1;
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    open.add(client);
    const timer = setTimeout(() => isCutting() && cut(client), Math.random() * lifetimeMs);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearTimeout(timer);
        open.delete(client);
        other.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      if (!isCutting() || Math.random() > 0.2) return void client.write(chunk);
      client.write(chunk.subarray(0, Math.floor(Math.random() * chunk.length)), () => cut(client));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    isCutting,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let redis: RedisClient;
let folder: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-disconnects-'));
  redis = connectTestRedis(api.context.redisUrl);
  await eventually(() => redis.status === 'ready');
});
afterAll(() => {
  redis.disconnect();
  fs.rmSync(folder, { recursive: true });
});

/** One listener of a developer: it ends and begins again, as one that closes a laptop, until its receiver has all events. */
async function listenUntil(
  isDone: () => boolean,
  {
    name,
    url,
    key,
    receiver,
  }: {
    readonly name: string;
    readonly url: string;
    readonly key: ApiKeyFixture;
    readonly receiver: WebhookReceiver;
  },
): Promise<void> {
  const client = new Postrider({ apiKey: key.token, baseUrl: url });
  const forwardTo = new URL(receiver.url);
  for (let run = 1; !isDone(); run += 1) {
    const stop = new AbortController();
    const state = openListenerState(folder, { profile: name, forwardTo });
    const local = createReceiver(forwardTo);
    const seen = receiver.received.length;
    const running = listen(
      {
        ...{
          client,
          state,
          receiver: local,
          secret: 'whsec_local',
          since: new Date(Date.now() - 60_000),
          types: null,
        },
        ...{ onReport: () => undefined, onError: () => undefined },
        onCursorRefused: () => {
          throw new Error('a cursor was refused');
        },
      },
      stop.signal,
    );
    const restarts = run <= 2;
    await eventually(() => isDone() || (restarts && receiver.received.length >= seen + eventsCount / 8), {
      timeoutMs: 240_000,
    }).catch(() => {
      throw new Error(`${name} has received ${receiver.received.length} webhooks, and not all events`);
    });
    stop.abort();
    await running;
    local.close();
    state.close();
  }
}

async function writeEvents(message: MessageFixture, isEnough: () => boolean): Promise<string[]> {
  const ids: string[] = [];
  const change = JSON.stringify({ [api.organizationId]: [['email', message.id, message.domainId]] });
  while (ids.length < eventsCount || !isEnough()) {
    const { id } = await createEmailEvent(api.pool, message, { type: 'opened', recordedAt: new Date() });
    ids.push(id);
    await redis.publish(consoleChangesChannel, change);
    await api.pool.query('SELECT pg_sleep(0.05)');
  }
  return ids;
}

it(`loses no event in ${disconnects} disconnects: each arrives, in order, at every listener`, async () => {
  const proxy = await startCuttingProxy(new URL(api.url));
  const message = await createMessage(api.pool, { organizationId: api.organizationId });
  const keys = await Promise.all([0, 1, 2, 3].map(() => api.createKey({ permission: 'SEND' })));
  const receivers = await Promise.all(Array.from({ length: listenersCount }, () => startWebhookReceiver()));
  let written: string[] | undefined = undefined as string[] | undefined;
  const arrivedAt = (receiver: WebhookReceiver): string[] => [
    ...new Set(receiver.received.map(({ headers }) => String(headers['postrider-delivery-id']))),
  ];
  const listening = receivers.map((receiver, index) =>
    listenUntil(() => written !== undefined && arrivedAt(receiver).length >= written.length, {
      ...{ name: `listener-${index}`, url: proxy.url, receiver },
      key: keys[index % keys.length] as ApiKeyFixture,
    }),
  );
  written = await writeEvents(message, () => !proxy.isCutting());
  await Promise.all(listening);
  expect(proxy.cuts()).toBeGreaterThanOrEqual(disconnects);
  for (const receiver of receivers) {
    const arrived = arrivedAt(receiver);
    expect(arrived).toHaveLength(written.length);
    // Delivery ids begin with the time of their event.
    const times = arrived.map((id) => id.replaceAll('-', '').slice(0, 12));
    expect(times).toEqual(times.toSorted());
    await receiver.close();
  }
  await proxy.close();
});
