import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { startSmtpSink } from '@postrider/testkit';
import { createAddressFaults } from './address-faults';
import { createKeptMails, type KeptMail, type KeptMails } from './kept-mails';
import { matches, readSearch, type MailSearch } from './search-mails';

/**
 * The mailboxes of the development stack: takes all mail, except where the recipient asks for a fault. Tests and programs read it here;
 * people read it in the console's inbox.
 *
 * - `GET /email`: all mails as JSON, newest last; `?to=`, `?from=` and `?subject=` search them
 * - `GET /email/<id>`: one of them; `GET /email/<id>/source`: the message itself
 * - `DELETE /email/all`, `DELETE /email/<id>`
 * - `GET /`: redirects to the inbox
 */
export async function startMailSink(options: {
  readonly smtpPort: number;
  readonly apiPort: number;
  readonly host: string;
  readonly inboxUrl: string;
}): Promise<{ close(): Promise<void> }> {
  const mails = createKeptMails();
  const sink = await startSmtpSink({
    host: options.host,
    port: options.smtpPort,
    behaviour: createAddressFaults(),
    messagesKept: 0,
    onMessage: (message) => {
      if (message.accepted) mails.add(message);
    },
  });
  const server = createServer((request, response) => {
    answer({ ...options, mails }, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.listen(options.apiPort, options.host);
  await once(server, 'listening');
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
      await sink.close();
    },
  };
}

async function answer(
  { mails, inboxUrl }: { readonly mails: KeptMails; readonly inboxUrl: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://sink');
  const [, room, id = '', view] = path.split('/');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (method === 'GET' && path === '/') return void response.writeHead(302, { location: inboxUrl }).end();
  if (room !== 'email') return json(response, 404, { error: 'not found' });
  if (method === 'GET' && id === '') {
    const search = readSearch(searchParams);
    if ('unknown' in search)
      return json(response, 400, { error: `unknown parameter ${search.unknown}: use to, from or subject` });
    return list(mails.all(), search, response);
  }
  if (method === 'DELETE' && id === 'all') {
    mails.clear();
    return json(response, 200, true);
  }
  const mail = mails.find(id);
  if (mail === undefined) return json(response, 404, { error: `there is no mail ${id}` });
  if (method === 'DELETE') return json(response, 200, mails.remove(id));
  if (method !== 'GET') return json(response, 405, { error: 'only GET and DELETE' });
  return show(mail, view, response);
}

async function show(mail: KeptMail, view: string | undefined, response: ServerResponse): Promise<void> {
  if (view === 'source') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(mail.message.raw);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(await mail.described());
}

/** One mail after the other, so that a list of all of them is never in memory at once. */
async function list(mails: readonly KeptMail[], search: MailSearch, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  let before = '[';
  for (const mail of mails) {
    if (!(await matches(mail, search))) continue;
    const described = await mail.described();
    response.write(before);
    before = ',';
    if (!response.write(described)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    if (response.destroyed) return;
  }
  response.end(before === '[' ? '[]' : ']');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
