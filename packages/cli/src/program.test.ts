import fs from 'node:fs';
import path from 'node:path';
import { useCommandLine } from '../test/command-line';
import { ownKey, refusal, startStubApi, type StubAnswer, type StubApi } from '../test/stub-api';

const commandLine = useCommandLine();
let api: StubApi;
let key: StubAnswer;
let emails: StubAnswer;
beforeEach(async () => {
  [key, emails] = [ownKey(), { body: { object: 'list', data: [] } }];
  api = await startStubApi({ 'GET /keys/me': () => key, 'GET /emails': () => emails });
});
afterEach(() => api.close());

const access = () => ({ POSTRIDER_API_KEY: 'pr_test_env', POSTRIDER_BASE_URL: api.url });
const login = (...words: string[]) =>
  commandLine.runWith(
    { POSTRIDER_API_KEY: 'pr_test_stored' },
    'login',
    '--url',
    api.url,
    '--store',
    'file',
    ...words,
  );

describe('exit codes', () => {
  test.each([
    [401, 'unauthorized', 3],
    [403, 'forbidden', 3],
    [404, 'not_found', 4],
    [409, 'conflict', 4],
    [422, 'validation_error', 4],
    [403, 'plan_limit', 5],
    [429, 'daily_quota_exceeded', 5],
    [500, 'internal_error', 6],
  ])('%i %s ends with %i', async (status, code, exitCode) => {
    emails = { ...refusal(status, code, 'No.'), headers: { 'retry-after': '3600' } };
    const ended = await commandLine.runWith(access(), 'emails', 'list', '--json');
    expect([ended.exitCode, ended.stdout]).toEqual([exitCode, '']);
    expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code, message: 'No.' } });
  });

  test('no connection ends with 6', async () => {
    const env = { ...access(), POSTRIDER_BASE_URL: 'http://127.0.0.1:1' };
    const { exitCode, stderr } = await commandLine.runWith(env, 'whoami', '--json');
    expect([exitCode, JSON.parse(stderr)]).toMatchObject([6, { error: { code: 'connection_failed' } }]);
  });

  test.each([
    ['frobnicate'],
    ['emails', 'get', 'x'],
    ['listen', '--forward-to', 'ftp://x'],
    ['listen'],
    ['trigger', 'email.late'],
    ['send', '--to', 'a@b.test'],
    ['listen', '--forward-to', '3000', '--events', 'email.queued'],
  ])('%j ends with 2, and says why as JSON too', async (...words) => {
    const plain = await commandLine.runWith(access(), ...words);
    expect([plain.exitCode, plain.stdout]).toEqual([2, '']);
    expect(plain.stderr).toMatch(/^error: /);
    const json = await commandLine.runWith(access(), ...words, '--json');
    expect([json.exitCode, JSON.parse(json.stderr)]).toMatchObject([2, { error: { code: 'usage' } }]);
  });

  test('help and version end with 0', async () => {
    for (const words of [['--help'], ['--version'], ['listen', '--help']]) {
      expect(await commandLine.run(...words)).toMatchObject({ exitCode: 0, stderr: '' });
    }
  });

  test('fields that are wrong are named', async () => {
    emails = {
      status: 422,
      body: {
        error: { code: 'validation_error', message: 'to: wrong', fields: [{ path: 'to', message: 'wrong' }] },
      },
    };
    const { stderr } = await commandLine.runWith(access(), 'emails', 'list');
    expect(stderr).toContain('\n  to: wrong');
  });
});

describe('login', () => {
  test('checks the key, stores it for its user alone, and later commands use it', async () => {
    const { exitCode, stdout } = await login();
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('test key "Laptop"')]);
    const secrets = path.join(commandLine.folder, 'secrets.json');
    expect(fs.statSync(secrets).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(path.join(commandLine.folder, 'config.json'), 'utf8')).not.toContain(
      'pr_test_stored',
    );
    expect(JSON.parse((await commandLine.run('whoami', '--json')).stdout)).toMatchObject({
      ...{ name: 'Laptop', base_url: api.url, source: 'profile default' },
    });
    expect(api.requests.at(-1)?.authorization).toBe('Bearer pr_test_stored');
  });

  test('stores nothing that is refused', async () => {
    key = refusal(401, 'unauthorized', 'Unknown key.');
    expect((await login()).exitCode).toBe(3);
    expect(fs.readdirSync(commandLine.folder)).toEqual([]);
    const other = await commandLine.runWith({ POSTRIDER_API_KEY: 'sk_123' }, 'login', '--url', api.url);
    expect([other.exitCode, other.stderr]).toEqual([3, expect.stringContaining('begin with pr_test_')]);
  });

  test('has several profiles; a named one goes before the environment, which goes before the current one', async () => {
    await login();
    await commandLine.runWith(
      { POSTRIDER_API_KEY: 'pr_live_other' },
      ...['login', '--url', api.url, '--store', 'file', '--profile', 'live'],
    );
    const used = async (env: Record<string, string>, ...words: string[]) => {
      await commandLine.runWith(env, 'whoami', ...words);
      return api.requests.at(-1)?.authorization;
    };
    expect(await used({})).toBe('Bearer pr_live_other');
    expect(await used(access())).toBe('Bearer pr_test_env');
    expect(await used(access(), '--profile', 'default')).toBe('Bearer pr_test_stored');
    await commandLine.run('profiles', 'use', 'default');
    expect(await used({})).toBe('Bearer pr_test_stored');
    const { stdout } = await commandLine.run('profiles', 'list', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'default', is_current: true },
      { name: 'live', is_current: false },
    ]);
  });

  test('logout removes the key', async () => {
    await login();
    expect((await commandLine.run('logout')).exitCode).toBe(0);
    expect(fs.readFileSync(path.join(commandLine.folder, 'secrets.json'), 'utf8')).not.toContain('pr_test');
    expect(await commandLine.run('whoami')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('login'),
    });
  });
});

test('text of others cannot write to the terminal', async () => {
  const subject = 'Hi\u001b[2J\u202Emoc';
  emails = {
    body: {
      object: 'list',
      data: [
        {
          id: 'e1',
          from: 'a@b.test',
          to: ['c@d.test'],
          subject,
          last_event: 'sent',
          waiting: null,
          mode: 'test',
          kind: null,
          created_at: 'now',
          sent_at: null,
        },
      ],
    },
  };
  const { stdout } = await commandLine.runWith(access(), 'emails', 'list');
  expect(stdout).toContain('Hi\uFFFD[2J\uFFFDmoc');
  const json = await commandLine.runWith(access(), 'emails', 'list', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject([{ subject }]);
});
