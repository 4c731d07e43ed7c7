import { spawn, type ChildProcess } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { eventually, projectRoot } from '@postrider/testkit';
import { isListening } from '../../processes/listening-port';
import { freePortBlock } from '../../../test/free-port-block';

let sink: ChildProcess;
let apiPort: number;
let inboundPort: number;

beforeAll(async () => {
  const [smtpPort, ...ports] = await freePortBlock();
  [apiPort, inboundPort] = ports;
  const main = path.join(__dirname, 'mail-sink.main.ts');
  const node = ['--conditions=postrider-source', '--import', 'tsx', main];
  sink = spawn(process.execPath, [...node, ...[smtpPort, apiPort, inboundPort].map(String)], {
    cwd: projectRoot(),
    stdio: 'inherit',
  });
  await eventually(() => isListening(inboundPort), { timeoutMs: 50_000, what: 'the mail sink' });
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

it('says on the port for incoming mail that none is taken, and hangs up', async () => {
  const socket = net.connect(inboundPort, '127.0.0.1');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toMatch(/^554 5\.3\.2 .*\r\n$/);
});
