import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import net, { type LookupFunction } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import {
  createTestContext,
  eventually,
  missingProgram,
  platformHost,
  type TestContext,
} from '@postrider/testkit';
import { createTransport } from 'nodemailer';
import { Pool } from 'undici';
import { emailIdOf } from '../system/received-mail';
import { startSystem } from '../system/start-system';
import type { System } from '../system/system';
import { holdGateway, type HeldGateway } from './held-gateway';
import { certificateOf, startCaddy, startCertificateCopy, type Caddy } from './start-caddy';

const missing = missingProgram('caddy');
if (missing !== null) test.skip(`Caddy: ${missing}`, () => undefined);
const testWithCaddy = missing === null ? test : test.skip;
const smtpName = 'smtp.postrider.test';
/** A third before its end Caddy renews it: after half a minute. smtp-relay looks for a new one every 10 s. */
const certificateSeconds = 45;

let context: TestContext;
let system: System;
let folder: string;
let caddy: Caddy;
let copy: { close(): Promise<void> };
let gateway: HeldGateway;

beforeAll(async () => {
  if (missing !== null) return;
  context = await createTestContext();
  system = await startSystem({ suite: 'caddy', context, settings: { TRUSTED_PROXY_HOPS: '1' } });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caddy-'));
});
afterAll(async () => {
  if (missing !== null) return;
  await gateway.stop();
  await copy.close();
  await caddy.close();
  await system.stop();
  await context.close();
  fs.rmSync(folder, { recursive: true });
});

testWithCaddy(
  'smtp-relay waits for the first certificate, and is ready when Caddy has obtained it',
  async () => {
    const target = path.join(folder, 'tls');
    fs.mkdirSync(target);
    const [keyFile, certFile] = ['smtp.key', 'smtp.crt'].map((name) => path.join(target, name));
    system.changeSettings({ SMTP_TLS_KEY_FILE: keyFile ?? '', SMTP_TLS_CERT_FILE: certFile ?? '' });
    await system.processes.stop('smtp-relay-1');
    system.processes.launch('smtp-relay-1');
    const relay = system.processes.named('smtp-relay-1');
    const isWaiting = async () => (await relay.readiness()).status === 503;
    await eventually(isWaiting, { what: 'the relay to wait' });
    expect(fs.readFileSync(relay.logFile, 'utf8')).toContain(
      `waiting for the TLS certificate: SMTP_TLS_KEY_FILE: ${keyFile} cannot be read: file not found`,
    );

    copy = startCertificateCopy(folder, smtpName, target);
    const names = { platformHost, smtpName, gateway: new URL(system.apiUrl).host };
    caddy = await startCaddy({ folder, certificateSeconds, ...names });
    await eventually(() => relay.isReady(), { what: 'the relay to be ready' });
    expect((await transportOf().verify()) && system.processes.deaths).toEqual([]);
  },
);

testWithCaddy(
  'Caddy gets certificates for hosts that customers pointed to us, and for no others',
  async () => {
    const { domain, bulkDomain } = system.tenant;
    expect(await handshake(`links.${domain.name}`)).toContain(`links.${domain.name}`);
    for (const name of [`links.${bulkDomain.name}`, 'elsewhere.example', domain.name]) {
      expect(await handshake(name)).toMatch(/alert internal error|handshake failure/i);
    }
    const client = connect(platformHost);
    const answer = await client.request({
      path: `/customer-hosts?domain=links.${domain.name}`,
      method: 'GET',
    });
    expect(answer.statusCode).toBe(404);
    await client.close();
  },
);

testWithCaddy('connections wait while the gateway accepts none', async () => {
  gateway = await holdGateway(system);
  const { hostname, port } = new URL(system.apiUrl);
  await gateway.whileSuspended(async () => {
    // More than Node's own queue of 511 has. Beyond the queue, a connection is not made before the gateway accepts others.
    const sockets = Array.from({ length: 700 }, () => net.connect(Number(port), hostname));
    let connected = 0;
    for (const socket of sockets) socket.on('error', () => undefined).once('connect', () => (connected += 1));
    const areConnected = () => connected === sockets.length;
    await eventually(areConnected, { what: 'all connections' }).finally(() => {
      for (const socket of sockets) socket.destroy();
    });
  });
});

testWithCaddy('a restart of the gateway refuses no request and accepts none twice', async () => {
  const client = connect(platformHost);
  const load = startLoad(50, (number) => (number % 5 === 0 ? read(client) : send(client, number)));
  await eventually(() => load.answers.length >= 50, { what: 'the load to run' });
  await gateway.restart();
  const done = load.answers.length;
  await eventually(() => load.answers.length >= done + 50, { what: 'the load to go on' });
  await load.stop();
  await client.close();
  expect(load.answers.filter((answer) => answer.status !== 200)).toEqual([]);
  const ids = load.answers.flatMap(({ id }) => (id === undefined ? [] : [id]));
  expect(new Set(ids).size).toBe(ids.length);
  const { rows } = await system.pool.query<{ count: string }>('SELECT count(*) FROM messages');
  expect(Number(rows[0]?.count)).toBe(ids.length);
  const copies = () => system.world.sink.messages.map(({ raw }) => emailIdOf(raw));
  await eventually(() => copies().length >= ids.length, { what: 'all mail to arrive' });
  expect(copies().sort()).toEqual(ids.sort());
});

testWithCaddy('a renewal of the certificates refuses neither requests nor mail', async () => {
  const before = await smtpCertificate();
  const client = connect(platformHost);
  const submit = transportOf();
  const load = startLoad(10, (number) => (number % 2 === 0 ? submitMail(submit) : read(client)));
  const isRenewed = async () => (await smtpCertificate()) !== before;
  await eventually(isRenewed, { timeoutMs: 60_000, what: 'the relay to use a renewed certificate' });
  const done = load.answers.length;
  await eventually(() => load.answers.length >= done + 20, { what: 'the load to go on' });
  await load.stop();
  submit.close();
  await client.close();
  expect(load.answers.filter((answer) => answer.status !== 200)).toEqual([]);
  expect(await smtpCertificate()).toBe(fingerprint(certificateOf(folder, smtpName) ?? ''));
});

interface Answer {
  readonly status: number;
  readonly id?: string;
  readonly detail?: string;
}

/** So many requests a second, whether or not earlier ones have been answered. */
function startLoad(perSecond: number, request: (number: number) => Promise<Answer>) {
  const answers: Answer[] = [];
  const open = new Set<Promise<void>>();
  let number = 0;
  const timer = setInterval(() => {
    number += 1;
    const call = request(number)
      .catch((error: Error) => ({ status: 0, detail: error.message }))
      .then((answer) => {
        answers.push(answer);
        open.delete(call);
      });
    open.add(call);
  }, 1_000 / perSecond);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await Promise.all(open);
  };
  return { answers, stop };
}

/** A client with kept connections, as those of customers. */
function connect(name: string): Pool {
  return new Pool(`https://${name}:${caddy.httpsPort}`, {
    connections: 60,
    headersTimeout: 70_000,
    connect: { ca: caddy.ca(), host: '127.0.0.1', servername: name, lookup: loopback },
  });
}

const loopback = ((_name: string, { all }: { all?: boolean }, found: (...result: unknown[]) => void) => {
  if (all) found(null, [{ address: '127.0.0.1', family: 4 }]);
  else found(null, '127.0.0.1', 4);
}) as LookupFunction;

const authorization = (): string => `Bearer ${system.tenant.keys.live.token}`;

async function send(client: Pool, number: number): Promise<Answer> {
  const { statusCode: status, body } = await client.request({
    method: 'POST',
    path: '/api/v1/emails',
    headers: {
      authorization: authorization(),
      'content-type': 'application/json',
      'idempotency-key': `restart-${number}`,
    },
    body: JSON.stringify(mail(`restart ${number}`)),
  });
  const text = await body.text();
  return status === 200 ? { status, id: (JSON.parse(text) as { id: string }).id } : { status, detail: text };
}

async function read(client: Pool): Promise<Answer> {
  const headers = { authorization: authorization() };
  const { statusCode: status, body } = await client.request({
    method: 'GET',
    path: '/api/v1/keys/me',
    headers,
  });
  return { status, detail: await body.text() };
}

function mail(subject: string) {
  return {
    from: `Shop <orders@${system.tenant.domain.name}>`,
    to: ['grace@recipients.test'],
    subject,
    text: 'It works.\n',
  };
}

/** Each mail by a connection of its own, so that each has a handshake. */
function transportOf() {
  const { live } = system.tenant.keys;
  return createTransport({
    host: '127.0.0.1',
    port: system.smtp.tlsPort,
    secure: true,
    tls: { ca: caddy.ca(), servername: smtpName },
    auth: { user: live.id, pass: live.token },
  });
}

async function submitMail(transport: ReturnType<typeof transportOf>): Promise<Answer> {
  const { response } = await transport.sendMail(mail('renewal'));
  return { status: response.startsWith('250') ? 200 : 0, detail: response };
}

function smtpCertificate(): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: system.smtp.tlsPort, servername: smtpName, ca: caddy.ca() };
    const socket = tls.connect(options, () => {
      const { fingerprint256 } = socket.getPeerCertificate() as { readonly fingerprint256: string };
      resolve(fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

function fingerprint(pem: string): string {
  return new X509Certificate(pem).fingerprint256;
}

/** The names in Caddy's certificate for that name, or what it says instead. */
function handshake(servername: string): Promise<string> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port: caddy.httpsPort, servername, ca: caddy.ca() };
    const socket = tls.connect(options, () => {
      const { subjectaltname = '' } = socket.getPeerCertificate() as { readonly subjectaltname?: string };
      resolve(subjectaltname);
      socket.destroy();
    });
    socket.on('error', (error: Error) => resolve(error.message));
  });
}
