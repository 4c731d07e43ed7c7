import { Postrider } from '../index';
import { FakePostrider, waitForEmail } from './index';

const fake = new FakePostrider();
const client = new Postrider({ ...fake.options, maxRetries: 0 });
afterEach(() => fake.clear());

const email = { from: 'Ada <ada@example.com>', to: 'grace@example.com', subject: 'Hello', text: 'It works.' };
const later = () => new Date(Date.now() + 3_600_000);

test('answers with the email once sending is finished', async () => {
  const { id } = await client.emails.send(email);
  expect(await waitForEmail(client, id)).toMatchObject({ id, last_event: 'delivered', waiting: null });
});

test('answers when the email is as it is expected', async () => {
  const { id } = await client.emails.send({ ...email, to: 'open@example.com' });
  const opened = await waitForEmail(client, id, {
    until: ({ events }) => events.some(({ type }) => type === 'opened'),
  });
  expect(opened.last_event).toBe('delivered');
});

test('says after the time why the email waits', async () => {
  const { id } = await client.emails.send({ ...email, scheduled_at: later() });
  await expect(waitForEmail(client, id, { timeoutMs: 20 })).rejects.toThrow(
    `email ${id} is queued (scheduled) after 20 ms`,
  );
});

test('sees what changes meanwhile', async () => {
  const { id } = await client.emails.send({ ...email, scheduled_at: later() });
  const waiting = waitForEmail(client, id);
  await client.emails.cancel(id);
  expect((await waiting).last_event).toBe('canceled');
});

test('asks the server to wait, and no longer than is left', async () => {
  const asked: (string | null)[] = [];
  const watched = new Postrider({
    ...fake.options,
    fetch: (input, init) => {
      asked.push(new URL(new Request(input, init).url).searchParams.get('wait'));
      return fake.options.fetch?.(input, init) ?? fetch(input, init);
    },
  });
  const { id } = await client.emails.send(email);
  await waitForEmail(watched, id);
  await waitForEmail(watched, id, { timeoutMs: 3_500 });
  expect(asked).toEqual(['20', '3']);
});
