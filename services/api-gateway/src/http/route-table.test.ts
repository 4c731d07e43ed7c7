import { once } from 'node:events';
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RequestContext } from './request-context';
import { serveTable, type TableLine } from './route-table';

const refuse = (context: RequestContext): void => answer(context, 'refused');

function answer(context: RequestContext, body: string): void {
  context.send({ status: 200, headers: {}, body: `${body} ${JSON.stringify(context.params)}` });
}

const line = (method: 'GET' | 'POST' | 'ANY', path: string | RegExp, more?: object): TableLine => ({
  method,
  path,
  handle: (context) => answer(context, `${method} ${String(path)}`),
  ...more,
});

const table: TableLine[] = [
  line('ANY', /^\/links\//, { onTrackingHosts: true }),
  line('POST', '/mails', { aheadOfExpress: true }),
  line('ANY', '/mails'),
  line('GET', '/mails/:id'),
  line('ANY', /^/),
];

describe('a table that is served', () => {
  let server: Server;
  beforeAll(async () => {
    const guard = { isTrackingHost: ({ host }: { host?: string }) => host === 'links.shop.example', refuse };
    server = createServer(serveTable({ table, guard, refuse })).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  async function ask(target: string, host = 'api.example'): Promise<string> {
    const [method, path] = target.split(' ');
    const { port } = server.address() as AddressInfo;
    const sent = send({ host: '127.0.0.1', port, method, path, headers: { host }, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return text(response);
  }

  it.each([
    ['POST /mails', 'POST /mails {}'],
    ['POST /mails?to=express', 'POST /mails {}'],
    ['PUT /mails', 'ANY /mails {}'],
    ['GET /mails/a%20b', 'GET /mails/:id {"id":"a b"}'],
    ['GET /mails/%zz', 'ANY /^/ {}'],
    ['GET /links/%zz', String.raw`ANY /^\/links\// {}`],
    ['GET /elsewhere', 'ANY /^/ {}'],
  ])('answers %s by its first line that matches', async (target, expected) => {
    expect(await ask(target)).toBe(expected);
  });

  it.each([
    ['GET /links/1', String.raw`ANY /^\/links\// {}`],
    ['POST /mails', 'refused {}'],
    ['GET /mails/1', 'refused {}'],
  ])('answers %s to a tracking host with its own lines only', async (target, expected) => {
    expect(await ask(target, 'links.shop.example')).toBe(expected);
  });
});

it('begins requests that come together in groups, and hears answers of the engines in between', async () => {
  let begun = 0;
  const groups: number[] = [];
  const listen = serveTable({
    table: [line('POST', '/mails', { aheadOfExpress: true, handle: () => void (begun += 1) })],
    guard: { isTrackingHost: () => false, refuse },
    refuse,
  });
  const request = { method: 'POST', url: '/mails', headers: {} } as IncomingMessage;
  for (let n = 0; n < 40; n += 1) listen(request, {} as ServerResponse);
  expect(begun).toBe(0);
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    groups.push(begun);
  }
  expect(groups).toEqual([16, 32, 40, 40]);
});
