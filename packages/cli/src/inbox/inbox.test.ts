import { useCommandLine } from '../../test/command-line';
import { startStubApi, type StubApi } from '../../test/stub-api';

const commandLine = useCommandLine();
const id = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b';
const summary = {
  ...{ object: 'inbox_email', id, from: 'Shop <hi@shop.test>', to: ['a@b.test'], subject: 'Confirm' },
  ...{ last_event: 'delivered', mode: 'test', created_at: '2026-01-02T03:04:05Z' },
};
let api: StubApi;
let found: object[];
let codes: string[];
beforeEach(async () => {
  found = [summary];
  codes = ['481516', '10422'];
  const email = () => ({
    ...{ ...summary, cc: [], bcc: [], tags: null, headers: [], html: null, text: 'Your code: 481516\r\nBye' },
    ...{ codes, links: [{ url: 'https://acme.example/x', text: 'Confirm' }], size_bytes: 10 },
    attachments: [
      { index: 0, filename: 'a.pdf', content_type: 'application/pdf', size: 3, content_id: null },
    ],
    findings: [{ code: 'missing_alt', severity: 'warning', message: 'An image has no alt text.', line: 3 }],
  });
  api = await startStubApi({
    'GET /inbox': () => ({ body: { object: 'list', data: found } }),
    [`GET /inbox/${id}`]: () => ({ body: email() }),
    'DELETE /inbox': () => ({
      body: { object: 'inbox_cleared', deleted: 2, has_more: api.requests.length < 2 },
    }),
  });
});
afterEach(() => api.close());
const run = (...words: string[]) =>
  commandLine.runWith({ POSTRIDER_API_KEY: 'pr_test_x', POSTRIDER_BASE_URL: api.url }, 'inbox', ...words);

test('list takes filters, and prints a line for each email', async () => {
  const { stdout } = await run('list', '--to', 'a@b.test', '--tag', 'test:signup', '--search', 'code');
  expect(stdout).toMatch(new RegExp(`^${id} .* a@b.test +Confirm$`, 'm'));
  expect(Object.fromEntries(api.requests[0]?.query ?? [])).toEqual({
    ...{ to: 'a@b.test', tag: 'test:signup', search: 'code', limit: '20' },
  });
});

test('show prints the newest that matches with its text, codes, links, files and findings', async () => {
  const { stdout } = await run('show', '--to', 'a@b.test');
  for (const part of [
    ...['codes     481516, 10422', 'Your code: 481516\nBye', 'Confirm: https://acme.example/x'],
    ...['a.pdf  application/pdf  3 bytes', 'check:3: warning: An image has no alt text.'],
  ]) {
    expect(stdout).toContain(part);
  }
  expect((await run('show', id, '--text')).stdout).toBe('Your code: 481516\nBye\n');
  expect(JSON.parse((await run('show', id, '--json')).stdout)).toMatchObject({ id, codes });
});

test('show --code prints the code alone, and fails without one', async () => {
  expect(await run('show', '--code')).toMatchObject({ exitCode: 0, stdout: '481516\n' });
  codes = [];
  expect(await run('show', '--code')).toMatchObject({ exitCode: 1, stdout: '' });
});

test('show --wait asks the server to wait, and ends with 4 when nothing came', async () => {
  found = [];
  expect(await run('show', '--wait', '15', '--code')).toMatchObject({
    ...{ exitCode: 4, stdout: '', stderr: expect.stringContaining('No email in the inbox matches.') },
  });
  expect(api.requests[0]?.query.get('wait')).toBe('15');
});

test('clear goes on until all that match are deleted', async () => {
  expect(await run('clear', '--to', 'a@b.test')).toMatchObject({ exitCode: 0, stdout: '4 deleted\n' });
  expect(api.requests.map(({ query }) => query.get('to'))).toEqual(['a@b.test', 'a@b.test']);
});
