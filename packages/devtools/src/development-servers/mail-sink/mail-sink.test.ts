import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { eventually, projectRoot } from '@postrider/testkit';
import { isListening } from '../../processes/listening-port';
import { freePortBlock } from '../../../test/free-port-block';

let sink: ChildProcess;
let apiPort: number;

beforeAll(async () => {
  const [smtpPort, port] = await freePortBlock();
  apiPort = port;
  const main = path.join(__dirname, 'mail-sink.main.ts');
  const node = ['--conditions=postrider-source', '--import', 'tsx', main];
  sink = spawn(process.execPath, [...node, ...[smtpPort, apiPort].map(String)], {
    cwd: projectRoot(),
    stdio: 'inherit',
  });
  await eventually(() => isListening(apiPort), { timeoutMs: 50_000, what: 'the mail sink' });
});
afterAll(() => sink.kill('SIGTERM'));

it('shows its page to curl too, which asks for anything', async () => {
  const page = await fetch(`http://127.0.0.1:${apiPort}/`, { headers: { accept: '*/*' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
  expect(await page.text()).toContain('<!doctype html>');
});

it('lists mails where the first majors of MailDev did', async () => {
  const list = await fetch(`http://127.0.0.1:${apiPort}/email`);
  expect(await list.json()).toEqual([]);
});
