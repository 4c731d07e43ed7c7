import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually, startWebhookReceiver, type WebhookReceiver } from '@postrider/testkit';
import { Postrider } from 'postrider';
import { verifyWebhook } from 'postrider/webhooks';
import { refusal, startStubApi, type StubApi, type StubRequest } from '../../test/stub-api';
import { listen, type ListenerOptions, type Report } from './listener';
import { openListenerState } from './listener-state';
import { createReceiver } from './receiver';
import { waitAfterAttemptMs } from './retry-schedule';

const secret = 'whsec_local';
const id = (n: number): string => `019a2b3c-4d5e-7f60-8a9b-${String(n).padStart(12, '0')}`;
const types = ['email.sent', 'email.delivered', 'email.bounced'];

let folder: string;
let api: StubApi;
let receiver: WebhookReceiver;
/** Events that there are: 1, 2, 3 … */
let events: number;
let refused: string | null;
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-listen-'));
  [events, refused] = [6, null];
  receiver = await startWebhookReceiver();
  api = await startStubApi({ 'GET /email-events': readEvents });
});
afterEach(async () => {
  await api.close();
  await receiver.close();
  fs.rmSync(folder, { recursive: true });
});

/** Two on a page. */
function readEvents({ query }: StubRequest) {
  const after = query.get('after');
  if (after !== null && after === refused)
    return refusal(422, 'invalid_cursor', 'Not a cursor of this list.');
  const from = Number(after ?? 0);
  const ids = [from + 1, from + 2].filter((n) => n <= events);
  const data = ids.map((n) => ({
    ...{ object: 'email_event', id: id(n), type: types[n % types.length] },
    ...{
      created_at: '2026-01-02T03:04:05.678Z',
      data: { email_id: `e${n}`, recipient: `r${n}@example.com` },
    },
  }));
  const last = from + data.length;
  return {
    body: {
      object: 'list',
      data,
      next_cursor: String(last),
      has_more: last < events,
      recent: [],
      recent_cursor: 'r',
    },
  };
}

/** Runs a listener until it has made so many attempts, and ends it. */
async function run(count: number, options: Partial<ListenerOptions> = {}): Promise<Report[]> {
  const reports: Report[] = [];
  const stop = new AbortController();
  const forwardTo = new URL(receiver.url);
  const state = openListenerState(folder, { profile: 'default', forwardTo });
  const local = createReceiver(forwardTo);
  const running = listen(
    {
      ...{ client: new Postrider({ apiKey: 'pr_test_x', baseUrl: api.url }), state, receiver: local, secret },
      ...{ since: new Date(0), types: null, onError: () => undefined, onCursorRefused: () => undefined },
      ...options,
      onReport: (report) => {
        reports.push(report);
        options.onReport?.(report);
      },
    },
    stop.signal,
  );
  try {
    await eventually(() => reports.length >= count);
  } finally {
    stop.abort();
    await running;
    local.close();
    state.close();
  }
  return reports;
}

const emailIds = () => receiver.bodies<{ data: { email_id: string } }>().map(({ data }) => data.email_id);

test('forwards all events in order, signed, and the next run continues where it ended', async () => {
  await run(6);
  expect(emailIds()).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
  for (const { rawBody, headers } of receiver.received) {
    const verified = await verifyWebhook({
      body: rawBody.toString('utf8'),
      headers,
      secrets: [secret],
    });
    expect(verified.ok).toBe(true);
  }
  receiver.clear();
  events = 8;
  await run(2);
  expect(emailIds()).toEqual(['e7', 'e8']);
});

test('forwards only the types that are wanted', async () => {
  await run(2, { types: new Set(['email.bounced']) });
  expect(emailIds()).toEqual(['e2', 'e5']);
});

test('what is not answered with 2xx is tried again when it is due, with the same id and body, also by the next run', async () => {
  receiver.answer((_webhook, ordinal) => ({ kind: 'status', status: ordinal === 1 ? 500 : 200, body: 'no' }));
  const first = await run(6);
  expect(first.map(({ result }) => result)).toEqual([
    'delivered',
    'pending',
    ...Array<string>(4).fill('delivered'),
  ]);
  const later = new Date(Date.now() + 10_000);
  const second = await run(1, { now: () => later });
  expect(second).toMatchObject([{ number: 2, result: 'delivered', nextAttemptAt: null }]);
  const [original, again] = [receiver.received[1], receiver.received[6]];
  expect(again?.rawBody.equals(original?.rawBody ?? Buffer.alloc(0))).toBe(true);
  expect(again?.headers['postrider-delivery-id']).toBe(original?.headers['postrider-delivery-id']);
  expect((await run(0, { now: () => new Date(Date.now() + 1e9) })).length).toBe(0);
});

test('gives up after the eighth attempt, and at once after 410', async () => {
  events = 2;
  let at = Date.now();
  receiver.answer(({ rawBody }) => ({ kind: 'status', status: rawBody.includes('"e1"') ? 410 : 503 }));
  const reports = await run(9, {
    now: () => new Date(at),
    onReport: () => (at += 12 * 3_600_000),
  });
  expect(reports.map(({ number, result }) => [number, result])).toEqual([
    [1, 'exhausted'],
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => [number, 'pending']),
    [8, 'exhausted'],
  ]);
});

test('a receiver that is not there costs no event', async () => {
  const { port } = receiver;
  await receiver.close();
  const reports = await run(6);
  expect(new Set(reports.map(({ attempt }) => attempt.error))).toEqual(new Set(['ECONNREFUSED']));
  receiver = await startWebhookReceiver({ port });
  await run(6, { now: () => new Date(Date.now() + 10_000) });
  expect(emailIds().toSorted()).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
});

test('begins again when the API does not know the cursor, and says so', async () => {
  await run(6);
  receiver.clear();
  refused = '6';
  let refusals = 0;
  await run(6, { onCursorRefused: () => (refusals += 1) });
  expect(refusals).toBe(1);
});

test('two listeners cannot forward to the same URL; the lock of one that is gone does not count', () => {
  const forwardTo = new URL('http://127.0.0.1:3000/');
  const open = () => openListenerState(folder, { profile: 'default', forwardTo });
  const state = open();
  const lock = fs.readdirSync(path.join(folder, 'listeners')).find((name) => name.endsWith('.lock')) ?? '';
  fs.writeFileSync(path.join(folder, 'listeners', lock), String(process.ppid));
  expect(open).toThrow(`process ${process.ppid}`);
  fs.writeFileSync(path.join(folder, 'listeners', lock), '999999999');
  open().close();
  state.close();
});

test('waits as long as the service does', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8].map(
    (attempt) => (waitAfterAttemptMs(attempt, () => 0.5) ?? 0) / 1_000,
  );
  expect(seconds).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 0]);
  expect(waitAfterAttemptMs(1, () => 0)).toBe(4_500);
});
