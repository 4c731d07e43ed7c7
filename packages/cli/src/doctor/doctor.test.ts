import fs from 'node:fs';
import path from 'node:path';
import { useCommandLine } from '../../test/command-line';
import { ownKey, refusal, startStubApi, type StubAnswer, type StubApi } from '../../test/stub-api';
import { checkClock, checkNode, checkTls, type Diagnosis } from './checks';

const commandLine = useCommandLine();
let api: StubApi;
let key: StubAnswer;
beforeEach(async () => {
  key = ownKey();
  api = await startStubApi({ 'GET /keys/me': () => key });
});
afterEach(() => api.close());

async function examine(url = api.url) {
  const env = { POSTRIDER_API_KEY: 'pr_test_x', POSTRIDER_BASE_URL: url };
  const { exitCode, stdout } = await commandLine.runWith(env, 'doctor', '--json');
  return { exitCode, found: JSON.parse(stdout) as Diagnosis[] };
}

test('finds nothing wrong where all is well', async () => {
  const { exitCode, found } = await examine();
  expect(found.map(({ check, result }) => [check, result])).toEqual(
    ['node', 'files', 'dns', 'tls', 'api', 'key', 'clock'].map((check) => [check, 'ok']),
  );
  expect(exitCode).toBe(0);
});

test('names what is wrong and its cure', async () => {
  key = refusal(401, 'unauthorized', 'The key is revoked.');
  const refused = await examine();
  expect([refused.exitCode, refused.found.find(({ check }) => check === 'key')]).toMatchObject([
    1,
    { result: 'failed', detail: 'The key is revoked.', cure: expect.stringContaining('login') },
  ]);
  const none = await examine('http://127.0.0.1:1');
  expect(none.found.at(-1)).toMatchObject({ check: 'api', result: 'failed' });
  const unknown = await examine('https://nowhere.invalid');
  expect(unknown.found.at(-1)).toMatchObject({
    check: 'dns',
    result: 'failed',
    cure: expect.stringContaining('nslookup'),
  });
  fs.writeFileSync(path.join(commandLine.folder, 'secrets.json'), '{}', { mode: 0o644 });
  fs.chmodSync(path.join(commandLine.folder, 'secrets.json'), 0o644);
  expect((await examine()).found[1]).toMatchObject({ check: 'files', result: 'failed' });
});

test('without a key it says so, and examines the rest', async () => {
  const { exitCode, stdout } = await commandLine.run('doctor');
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('postrider-cli login')]);
});

test.each([
  [0, 'ok'],
  [45_000, 'warning'],
  [-400_000, 'failed'],
])('a clock that is %i ms ahead is %s', (aheadMs, result) => {
  const at = Date.parse('2026-01-02T03:04:05Z');
  expect(checkClock(new Date(at).toUTCString(), at + 500 + aheadMs).result).toBe(result);
});

test('an address that is not encrypted, and an old Node.js, fail', async () => {
  expect(await checkTls(new URL('http://mail.example.com'))).toMatchObject({ result: 'failed' });
  expect(checkNode('20.19.0')).toMatchObject({ result: 'failed' });
});
