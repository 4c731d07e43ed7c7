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

describe('in the inbox', () => {
  const signup = (to: string, code: string) =>
    client.emails.send({
      ...{ from: 'Acme <hello@acme.example>', to, subject: 'Confirm your address' },
      ...{ html: `<p>Your code: <b>${code}</b></p><a href="https://acme.example/x?a=1&amp;b=2">Confirm</a>` },
      tags: [{ name: 'test', value: code }],
    });

  test('answers with the newest email that matches, with its codes and links', async () => {
    await signup('grace@example.com', '1111');
    await signup('ada@example.com', '2222');
    const { id } = await signup('ada@example.com', '481516');
    await signup('ada@example.com', '3333');
    const email = await waitForEmail(client, {
      to: 'Ada@example.com',
      match: ({ codes }) => codes[0] !== '3333',
    });
    expect(email).toMatchObject({ id, codes: ['481516'] });
    expect(email.links).toEqual([{ url: 'https://acme.example/x?a=1&b=2', text: 'Confirm' }]);
    expect(await waitForEmail(client, { tag: 'test:1111' })).toMatchObject({ to: ['grace@example.com'] });
    expect(await waitForEmail(client, { search: '2222' })).toMatchObject({ codes: ['2222'] });
  });

  test('answers once the email is there', async () => {
    const waiting = waitForEmail(client, { to: 'ada@example.com' });
    await signup('ada@example.com', '481516');
    expect((await waiting).codes).toEqual(['481516']);
  });

  test('says after the time what was found instead', async () => {
    const wanted = { to: 'ada@example.com', timeoutMs: 20, match: () => false };
    await expect(waitForEmail(client, wanted)).rejects.toThrow(
      'no email in the inbox matches {"to":"ada@example.com"} after 20 ms: there is none',
    );
    await signup('ada@example.com', '481516');
    await expect(waitForEmail(client, wanted)).rejects.toThrow('found ["Confirm your address"]');
  });

  test('does not find what was deleted', async () => {
    await signup('ada@example.com', '481516');
    expect(await client.inbox.clear({ to: 'ada@example.com' })).toMatchObject({
      deleted: 1,
      has_more: false,
    });
    await expect(waitForEmail(client, { to: 'ada@example.com', timeoutMs: 20 })).rejects.toThrow(
      'there is none',
    );
  });
});
