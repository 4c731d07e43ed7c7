import { createHmac } from 'node:crypto';
import type { Answer, SmtpConnection } from './connection';
import { SmtpConnectionError } from './connection-error';
import type { Credentials } from './connect-options';
import { toReply, type RawReply, type ServerReply } from './reply';

export type LogIn =
  | { readonly kind: 'in' }
  | { readonly kind: 'refused'; readonly reply: ServerReply }
  | { readonly kind: 'failed'; readonly error: SmtpConnectionError };

interface Dialogue {
  readonly connection: SmtpConnection;
  readonly credentials: Credentials;
  readonly timeoutMs: number;
}

/** RFC 4954, by the first of these that the server offers. */
const mechanisms: ReadonlyMap<string, (dialogue: Dialogue) => Promise<Answer>> = new Map([
  ['PLAIN', plain],
  ['LOGIN', login],
  ['CRAM-MD5', cramMd5],
]);

export async function authenticate(dialogue: Dialogue, offered: readonly string[]): Promise<LogIn> {
  const { connection } = dialogue;
  const [run] = [...mechanisms].flatMap(([name, mechanism]) => (offered.includes(name) ? [mechanism] : []));
  if (!run) {
    const what = offered.length === 0 ? 'none' : offered.join(', ').slice(0, 100);
    return {
      kind: 'failed',
      error: new SmtpConnectionError(`no way to log in that we know (offered: ${what})`, 'EAUTH'),
    };
  }
  const answer = await run(dialogue);
  if (answer instanceof SmtpConnectionError) return { kind: 'failed', error: answer };
  if (answer.code >= 400) return { kind: 'refused', reply: toReply(answer) };
  if (answer.code < 300) return { kind: 'in' };
  return { kind: 'failed', error: connection.fail(`${answer.code} is no answer to a password`, 'EPROTOCOL') };
}

/** RFC 5321 §4.5.3.1.4: a command line is 512 octets; what does not fit waits to be asked for (RFC 4954 §4). */
const initialResponseMax = 500;

/** RFC 4616. */
async function plain({ connection, credentials: { user, password }, timeoutMs }: Dialogue): Promise<Answer> {
  const response = base64(`\0${user}\0${password}`);
  if (response.length <= initialResponseMax) {
    connection.say(`AUTH PLAIN ${response}`, 'AUTH PLAIN ***');
    connection.flush();
    return connection.reply(timeoutMs);
  }
  const go = await connection.ask('AUTH PLAIN', timeoutMs);
  return isChallenge(go) ? secret(connection, response, timeoutMs) : go;
}

async function login({ connection, credentials: { user, password }, timeoutMs }: Dialogue): Promise<Answer> {
  const name = await connection.ask('AUTH LOGIN', timeoutMs);
  if (!isChallenge(name)) return name;
  const word = await secret(connection, base64(user), timeoutMs);
  return isChallenge(word) ? secret(connection, base64(password), timeoutMs) : word;
}

/** RFC 2195. */
async function cramMd5({
  connection,
  credentials: { user, password },
  timeoutMs,
}: Dialogue): Promise<Answer> {
  const challenge = await connection.ask('AUTH CRAM-MD5', timeoutMs);
  if (!isChallenge(challenge)) return challenge;
  const digest = createHmac('md5', password)
    .update(Buffer.from(toReply(challenge).text, 'base64'))
    .digest('hex');
  return secret(connection, base64(`${user} ${digest}`), timeoutMs);
}

function isChallenge(answer: Answer): answer is RawReply {
  return !(answer instanceof SmtpConnectionError) && answer.code === 334;
}

function secret(connection: SmtpConnection, line: string, timeoutMs: number): Promise<Answer> {
  connection.say(line, '***');
  connection.flush();
  return connection.reply(timeoutMs);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
