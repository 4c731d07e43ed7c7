import fs from 'node:fs';
import path from 'node:path';
import { useCommandLine } from '../../test/command-line';
import { ownKey, startStubApi, type StubApi } from '../../test/stub-api';

const commandLine = useCommandLine();
let api: StubApi;
let email: Record<string, unknown>;
let mode: string;
const id = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b';
beforeEach(async () => {
  mode = 'test';
  email = {
    ...{
      object: 'email',
      id,
      from: 'Shop <hi@shop.test>',
      to: ['a@b.test'],
      subject: 'Hi',
      last_event: 'delivered',
    },
    ...{
      waiting: null,
      mode: 'live',
      kind: null,
      created_at: '2026-01-02T03:04:05Z',
      sent_at: null,
      events: [],
    },
  };
  api = await startStubApi({
    'GET /keys/me': () => ownKey({ mode }),
    'GET /emails': () => ({ body: { object: 'list', data: [email] } }),
    [`GET /emails/${id}`]: () => ({ body: email }),
    [`GET /emails/${id}/attempts`]: () => ({
      body: {
        object: 'list',
        data: [
          {
            ...{
              object: 'delivery_attempt',
              recipient: 'a@b.test',
              round: 1,
              host: 'mx.b.test',
              transport: null,
            },
            ...{
              source_address: null,
              tls: null,
              started_at: 'then',
              finished_at: 'now',
              result: 'deferred',
            },
            ...{ reply_code: 451, reply: '4.7.1 Greylisted', diagnosis: null, next_attempt_at: null },
            conversation: ['> RCPT TO:<a@b.test>', '< 451 4.7.1 Greylisted'],
          },
        ],
      },
    }),
    'POST /emails': () => ({ body: { id } }),
    'POST /emails/check': () => ({
      body: {
        ...{ object: 'email_check', size_bytes: 20 },
        findings: [
          { code: 'missing_alt', severity: 'warning', message: 'An image has no alt text.', line: 3 },
        ],
      },
    }),
  });
});
afterEach(() => api.close());

const run = (...words: string[]) =>
  commandLine.runWith({ POSTRIDER_API_KEY: 'pr_test_x', POSTRIDER_BASE_URL: api.url }, ...words);
const sent = () => api.requests.find(({ method, path: at }) => method === 'POST' && at === '/emails')?.body;

test('send takes options, a file, and content from files', async () => {
  const [body, html] = ['email.json', 'mail.html'].map((name) => path.join(commandLine.folder, name));
  fs.writeFileSync(
    body ?? '',
    JSON.stringify({ from: 'x@shop.test', to: 'y@b.test', subject: 'From the file' }),
  );
  fs.writeFileSync(html ?? '', '<p>Hi</p>');
  const ended = await run(
    ...[
      'send',
      '--file',
      body ?? '',
      '--to',
      'a@b.test',
      '--to',
      '"Doe, Jane" <c@d.test>',
      '--html',
      `@${html}`,
    ],
    ...['--tag', 'kind=a=b', '--attach', html ?? ''],
  );
  expect(ended).toMatchObject({ exitCode: 0, stdout: `${id}\n` });
  expect(sent()).toMatchObject({
    ...{
      from: 'x@shop.test',
      to: ['a@b.test', '"Doe, Jane" <c@d.test>'],
      subject: 'From the file',
      html: '<p>Hi</p>',
    },
    tags: [{ name: 'kind', value: 'a=b' }],
    attachments: [{ filename: 'mail.html' }],
  });
});

test('send --wait ends with 4 when the email bounced, and --dry-run sends nothing', async () => {
  const words = ['send', '--from', 'x@shop.test', '--to', 'a@b.test', '--subject', 'Hi', '--text', 'Hi'];
  expect((await run(...words, '--dry-run')).stdout).toContain('"subject": "Hi"');
  expect(sent()).toBeUndefined();
  expect(await run(...words, '--wait')).toMatchObject({ exitCode: 0, stdout: `${id}  delivered\n` });
  email = { ...email, last_event: 'bounced' };
  expect((await run(...words, '--wait')).exitCode).toBe(4);
});

test('why says what an email waits for, who can act, and what the server said', async () => {
  email = {
    ...email,
    last_event: 'queued',
    waiting: {
      ...{ cause: 'retry', actor: 'none', since: 'then', next_attempt_at: '2026-01-02T04:00:00Z' },
      ...{ advice: 'No action needed.', detail: '451 4.7.1 Greylisted' },
    },
  };
  const { stdout } = await run('emails', 'why', id);
  for (const part of ['retry', 'No action needed.', '2026-01-02T04:00:00Z', '< 451 4.7.1 Greylisted']) {
    expect(stdout).toContain(part);
  }
  expect(JSON.parse((await run('emails', 'why', id, '--json')).stdout)).toMatchObject({
    id,
    waiting: { cause: 'retry' },
  });
});

test('trigger sends a test email that has the event, and refuses a live key', async () => {
  expect((await run('trigger', 'email.bounced')).exitCode).toBe(0);
  expect(sent()).toMatchObject({ from: 'Shop <hi@shop.test>', to: 'bounce@example.com' });
  mode = 'live';
  const before = api.requests.length;
  expect(await run('trigger', 'email.bounced')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('test key'),
  });
  expect(api.requests.slice(before).map(({ path: at }) => at)).toEqual(['/keys/me']);
});

test('check prints findings as compilers do, and ends with 0 without errors', async () => {
  const file = path.join(commandLine.folder, 'mail.html');
  fs.writeFileSync(file, '<img>');
  expect(await run('check', file)).toMatchObject({
    exitCode: 0,
    stdout: `${file}:3: warning: An image has no alt text. (missing_alt)\n`,
  });
  expect(await run('check', `${file}.none`)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('ENOENT'),
  });
});
