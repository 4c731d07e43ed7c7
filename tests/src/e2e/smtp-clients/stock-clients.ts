import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isExhaustive, missingProgram, type ProgramName } from '@postrider/testkit';
import { createTransport } from 'nodemailer';

/** Where the relay is, and who is logging in. */
export interface RelayAccess {
  readonly host: string;
  readonly startTlsPort: number;
  readonly caFile: string;
  readonly user: string;
  readonly pass: string;
}

export interface Submission {
  readonly raw: Buffer;
  readonly from: string;
  readonly to: string;
}

export interface StockClient {
  readonly name: string;
  /** Why it cannot be used on this machine. */
  readonly missing: string | null;
  /** Resolves with the client's output, including the server's replies, whether the message was taken or refused. */
  submit(access: RelayAccess, submission: Submission): Promise<string>;
}

const timeoutMs = 60_000;

/** Each is used the way its manual shows, and none is configured to change the message. */
export const stockClients: readonly StockClient[] = [
  { name: 'nodemailer', missing: null, submit: submitByNodemailer },
  command('smtplib', 'python3', ({ host, startTlsPort, caFile, user, pass }, { from, to }) => [
    ...[path.join(__dirname, 'send-mail.py'), host, String(startTlsPort), caFile],
    ...[user, pass, from, to],
  ]),
  command('curl', 'curl', ({ host, startTlsPort, caFile, user, pass }, { from, to }) => [
    ...['--verbose', '--silent', '--ssl-reqd', '--cacert', caFile, '--user', `${user}:${pass}`],
    ...['--url', `smtp://${host}:${startTlsPort}`, '--mail-from', from, '--mail-rcpt', to],
    ...['--upload-file', '-'],
  ]),
  command('swaks', 'swaks', ({ host, startTlsPort, caFile, user, pass }, { from, to }) => [
    ...['--server', host, '--port', String(startTlsPort), '--tls', '--tls-verify', '--tls-ca-path', caFile],
    ...['--auth', 'PLAIN', '--auth-user', user, '--auth-password', pass],
    ...['--from', from, '--to', to, '--data', '-'],
  ]),
  command('msmtp', 'msmtp', ({ host, startTlsPort, caFile, user, pass }, { from, to }) => [
    ...[`--host=${host}`, `--port=${startTlsPort}`, '--tls=on', `--tls-trust-file=${caFile}`],
    ...['--auth=on', `--user=${user}`, `--passwordeval=echo ${pass}`, '--logfile=-'],
    ...[`--from=${from}`, '--', to],
  ]),
];

async function submitByNodemailer(access: RelayAccess, { raw, from, to }: Submission): Promise<string> {
  const transport = createTransport({
    host: access.host,
    port: access.startTlsPort,
    requireTLS: true,
    tls: { ca: fs.readFileSync(access.caFile) },
    auth: { user: access.user, pass: access.pass },
  });
  return transport.sendMail({ raw, envelope: { from, to } }).then(
    ({ response }) => response,
    (error: Error) => error.message,
  );
}

/** A library and a program; all in an exhaustive run. */
export const testedClients = isExhaustive
  ? stockClients
  : stockClients.filter(({ name }) => ['nodemailer', 'curl'].includes(name));

/** A client that takes the message on standard input. */
function command(
  name: string,
  program: ProgramName,
  argumentsFor: (access: RelayAccess, submission: Submission) => string[],
): StockClient {
  return {
    name,
    missing: missingProgram(program),
    submit: (access, submission) => outputOf(program, argumentsFor(access, submission), submission.raw),
  };
}

/** What the program said on both of its outputs; a refused message is an answer, not a failure. */
export function outputOf(program: string, args: readonly string[], input: Buffer | string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { timeout: timeoutMs });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (output += text));
    child.on('error', reject);
    child.on('close', () => resolve(output));
    // A client that gives up before it has read the message closes its end.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
