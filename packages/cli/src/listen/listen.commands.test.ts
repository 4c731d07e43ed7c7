import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@postrider/testkit';
import { ownKey, startStubApi } from '../../test/stub-api';
import { readSettings } from '../config';
import { runCommandLine } from '../program';

it('says that it is ready once it knows after which event it begins', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-listen-'));
  let tellEnd: (cursor: string) => void = () => undefined;
  const end = new Promise<string>((resolve) => (tellEnd = resolve));
  const page = { object: 'list', data: [], has_more: false };
  const api = await startStubApi({
    'GET /keys/me': () => ownKey({ mode: 'test' }),
    'GET /email-events': async () => ({ body: { ...page, next_cursor: await end } }),
  });
  const asked = () => api.requests.filter(({ path: asks }) => asks === '/email-events');
  const stop = new AbortController();
  let output = '';
  const ended = runCommandLine(['listen', '--forward-to', '127.0.0.1:9', '--json'], {
    settings: readSettings({
      ...{ POSTRIDER_CONFIG_DIR: folder, POSTRIDER_API_KEY: 'pr_test_x', POSTRIDER_BASE_URL: api.url },
    }),
    stdout: { write: (text) => (output += text) },
    stderr: { write: () => undefined },
    stopping: stop.signal,
  });
  await eventually(() => asked().length === 1);
  expect(asked()[0]?.query.get('since')).toBe('now');
  expect(output).toBe('');
  tellEnd('end');
  await eventually(() => asked().length > 1);
  expect(JSON.parse(output)).toMatchObject({ type: 'ready', resumed: false });
  expect(asked()[1]?.query.get('after')).toBe('end');
  stop.abort();
  await ended;
  await api.close();
  fs.rmSync(folder, { recursive: true });
});
