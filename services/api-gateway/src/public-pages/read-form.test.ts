import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createNodeRequest } from '../http/node-request';
import { chooseLanguage } from './languages';
import { laterPage, replyPage } from './page-shell';
import { readForm } from './read-form';

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const context = createNodeRequest(request, response);
    const timeoutMs = request.url === '/impatient' ? 50 : 60_000;
    void readForm(context, { bytesMax: 100, timeoutMs }).then((form) => {
      if (typeof form === 'number') replyPage(context, form, laterPage(chooseLanguage('en')));
      else response.end(form.get('a'));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('a posted form is read as UTF-8', async () => {
  const response = await fetch(url(), { method: 'POST', body: new URLSearchParams({ a: 'ü' }) });
  expect(await response.text()).toBe('ü');
});

it('answers a body that never ends in time with 408, and ends its connection', async () => {
  const socket = connect(Number(new URL(url()).port), '127.0.0.1');
  socket.write('POST /impatient HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\na=');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 408 /);
});
