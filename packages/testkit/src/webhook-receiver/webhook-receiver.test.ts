import { request } from 'undici';
import { eventually } from '../eventually';
import { startWebhookReceiver, type WebhookReceiver } from './start-webhook-receiver';

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

async function post(body: string) {
  const answer = await request(`${receiver.url}/hook`, { method: 'POST', body, headers: { 'x-mark': '1' } });
  await answer.body.dump();
  return answer;
}

test('keeps the raw bytes and the headers', async () => {
  expect((await post('{"a": 1}')).statusCode).toBe(200);
  expect(receiver.received).toMatchObject([{ method: 'POST', path: '/hook', headers: { 'x-mark': '1' } }]);
  expect(receiver.received[0]?.rawBody.toString()).toBe('{"a": 1}');
  expect(receiver.bodies()).toEqual([{ a: 1 }]);
});

test('the answer changes from one request to the next', async () => {
  receiver.answer((_webhook, ordinal) => ({ kind: 'status', status: ordinal === 0 ? 500 : 204 }));
  expect((await post('{}')).statusCode).toBe(500);
  expect((await post('{}')).statusCode).toBe(204);
  receiver.answer({ kind: 'redirect', location: 'http://127.0.0.1:1/' });
  expect(await post('{}')).toMatchObject({ statusCode: 302, headers: { location: 'http://127.0.0.1:1/' } });
});

test('holds its answers until it is asked for them', async () => {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  receiver.answer({ kind: 'held', until });
  let isAnswered = false;
  const held = post('{}').finally(() => (isAnswered = true));
  await eventually(() => receiver.received.length === 1);
  receiver.answer({ kind: 'status', status: 204 });
  expect((await post('{}')).statusCode).toBe(204);
  expect(isAnswered).toBe(false);
  release();
  expect((await held).statusCode).toBe(200);
});

test('resets and hangs on request', async () => {
  receiver.answer({ kind: 'reset' });
  await expect(post('{}')).rejects.toMatchObject({ code: 'ECONNRESET' });
  receiver.answer({ kind: 'hang' });
  const hanging = request(receiver.url, { method: 'POST', body: '{}', headersTimeout: 200 });
  await expect(hanging).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
  expect(receiver.received).toHaveLength(2);
});
