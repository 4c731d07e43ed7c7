import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BatchError, Postrider, ServerError } from '../index';
import { FakePostrider } from '../testing';

const fake = new FakePostrider();
const client = new Postrider(fake.options);
afterEach(() => {
  fake.clear();
  jest.restoreAllMocks();
});

const email = { from: 'ada@example.com', to: 'grace@example.com', subject: 'Hello', text: 'It works.' };
const contentOf = (n: number) =>
  Buffer.from(fake.emails[0]?.request.attachments?.[n]?.content ?? '', 'base64').toString();

test('attachments come from bytes, base64, blobs and files', async () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sdk-')), 'Report.PDF');
  fs.writeFileSync(file, 'from a file');
  const attachments = [
    { filename: 'a.bin', content: new TextEncoder().encode('x'.repeat(100_000)) },
    { filename: 'b.txt', content: Buffer.from('base64').toString('base64') },
    { filename: 'c.html', content: new Blob(['<p>blob'], { type: 'text/html' }) },
    { path: file },
    { path: file, filename: 'other.dat', content_type: 'image/png', content_id: 'logo' },
  ];
  await client.emails.send({ ...email, attachments });
  expect([0, 1, 2, 3].map((n) => contentOf(n).slice(0, 11))).toEqual([
    'xxxxxxxxxxx',
    'base64',
    '<p>blob',
    'from a file',
  ]);
  expect(contentOf(0)).toHaveLength(100_000);
  expect(fake.emails[0]?.request.attachments?.slice(2)).toMatchObject([
    { content_type: 'text/html' },
    { filename: 'Report.PDF', content_type: 'application/pdf' },
    { filename: 'other.dat', content_type: 'image/png', content_id: 'logo' },
  ]);
});

test('a React element becomes html and text', async () => {
  const renderReact = (element: { props: unknown }, options?: { plainText: boolean }) =>
    `${options?.plainText ? 'plain' : '<p>'} ${(element.props as { name: string }).name}`;
  const own = new Postrider({ ...fake.options, renderReact });
  const react = { type: 'p', props: { name: 'Ada' }, key: null };
  await own.emails.send({ from: email.from, to: email.to, subject: 'Hi', react });
  await own.emails.send({ from: email.from, to: email.to, subject: 'Hi', react, text: 'mine' });
  expect(fake.emails.map(({ request: { html, text } }) => [html, text])).toEqual([
    ['<p> Ada', 'plain Ada'],
    ['<p> Ada', 'mine'],
  ]);
  expect(fake.emails[0]?.request).not.toHaveProperty('react');
});

describe('a batch', () => {
  const emails = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...email, subject: `no. ${n}` }));

  it('of any number is sent in order, a hundred at a time, each with a key', async () => {
    const bodies: number[] = [];
    const counting = new Postrider({
      ...fake.options,
      fetch: async (input, init) => {
        bodies.push((JSON.parse(init?.body as string) as unknown[]).length);
        return fake.options.fetch!(input, init);
      },
    });
    const results = await counting.emails.sendBatch(emails(230));
    expect(bodies).toEqual([100, 100, 30]);
    expect(results.map(({ index }) => index)).toEqual(emails(230).map((_, n) => n));
    expect(fake.emails.map(({ request }) => request.subject)).toEqual(
      emails(230).map(({ subject }) => subject),
    );
    const keys = fake.emails.map(({ request }) => request.idempotency_key);
    expect(new Set(keys).size).toBe(230);
    expect(results.map(({ idempotencyKey }) => idempotencyKey)).toEqual(keys);
  });

  it('is split where it would be larger than the API takes', async () => {
    const large = emails(3).map((each) => ({ ...each, text: 'ü'.repeat(4_000_000) }));
    let requests = 0;
    const counting = new Postrider({
      ...fake.options,
      fetch: (input, init) => (requests++, fake.options.fetch!(input, init)),
    });
    expect((await counting.emails.sendBatch(large)).every(({ ok }) => ok)).toBe(true);
    expect(requests).toBe(2);
  });

  it('names each item by its index', async () => {
    const mixed = [email, { ...email, from: 'no-address' }, email];
    const results = await client.emails.sendBatch(mixed, { idempotencyKey: 'run-7' });
    expect(results).toMatchObject([
      { index: 0, ok: true, idempotencyKey: 'run-7:0' },
      { index: 1, ok: false, idempotencyKey: 'run-7:1', error: { code: 'invalid_from' } },
      { index: 2, ok: true, idempotencyKey: 'run-7:2' },
    ]);
    expect(await client.emails.sendBatch([])).toEqual([]);
  });

  it('whose answer was lost makes no second message', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    fake.fail('lost');
    const results = await client.emails.sendBatch(emails(3));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(fake.emails).toHaveLength(3);
  });

  it('of which a request fails says what was taken, and what can be sent again', async () => {
    const failing = new Postrider({ ...fake.options, maxRetries: 0 });
    const all = emails(250);
    let requests = 0;
    const second = new Postrider({
      ...fake.options,
      maxRetries: 0,
      fetch: (input, init) => {
        if (++requests === 2) fake.fail({ status: 500, code: 'internal_error' });
        return fake.options.fetch!(input, init);
      },
    });
    const error = (await second.emails.sendBatch(all).catch((reason: unknown) => reason)) as BatchError;
    expect(error).toBeInstanceOf(BatchError);
    expect(error.cause).toBeInstanceOf(ServerError);
    expect(error.results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
      ...Array<string>(100).fill('ok'),
      ...Array<string>(100).fill('internal_error'),
      ...Array<string>(50).fill('not_attempted'),
    ]);
    const again = all.map((each, n) => ({
      ...each,
      idempotency_key: error.results[n]?.idempotencyKey ?? '',
    }));
    await failing.emails.sendBatch(again);
    expect(fake.emails).toHaveLength(250);
  });
});
