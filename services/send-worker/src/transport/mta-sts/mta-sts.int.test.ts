import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createTestAuthority,
  startDnsServer,
  startSmtpSink,
  type DnsRecord,
  type DnsServer,
  type SmtpSink,
  type TestAuthority,
} from '@postrider/testkit';
import { queueMessage } from '../../../test/queue-message';
import { startWorkerHarness, type WorkerHarness } from '../../../test/worker-harness';

const policyHosts = [
  'good',
  'clear',
  'wrong',
  'unlisted',
  'trial',
  'moved',
  'slow',
  'kept',
  'changed',
  'silent',
];

let authority: TestAuthority;
let dns: DnsServer;
let harness: WorkerHarness;
/** With a certificate for mx.sts.test; the other speaks in clear only. */
let mxSink: SmtpSink;
let clearSink: SmtpSink;
let policyServer: Server;
/** By host: the text, or null for a host that hangs; without one it redirects. */
const policies = new Map<string, string | null>();

beforeAll(async () => {
  authority = await createTestAuthority();
  mxSink = await startSmtpSink({ tls: await authority.issue(['mx.sts.test']) });
  clearSink = await startSmtpSink({ host: '127.0.0.2', port: mxSink.port });
  dns = await startDnsServer({
    zone: {
      records: [
        { name: 'mx.sts.test', type: 'A', value: '127.0.0.1' },
        { name: 'other.sts.test', type: 'A', value: '127.0.0.1' },
        { name: 'clear.sts.test', type: 'A', value: '127.0.0.2' },
        { name: 'plain.test', type: 'MX', value: 'clear.sts.test' },
        ...policyHosts.flatMap((name): DnsRecord[] => [
          { name: `${name}.test`, type: 'MX', value: mxOf[name] ?? 'clear.sts.test' },
          { name: `_mta-sts.${name}.test`, type: 'TXT', value: 'v=STSv1; id=2;' },
          { name: `mta-sts.${name}.test`, type: 'A', value: '127.0.0.1' },
        ]),
      ],
      silent: ['_mta-sts.silent.test'],
    },
  });
  const certificate = await authority.issue(policyHosts.map((name) => `mta-sts.${name}.test`));
  policyServer = createServer(certificate, (request, response) => {
    const text = policies.get(String(request.headers.host).replace(/^mta-sts\.|\.test:\d+$/g, ''));
    if (text === null) return;
    if (text === undefined) response.writeHead(302, { location: '/elsewhere' }).end();
    else response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  });
  await new Promise<void>((resolve) => policyServer.listen(0, '127.0.0.1', resolve));
  const caFile = path.join(mkdtempSync(path.join(tmpdir(), 'mta-sts-')), 'ca.pem');
  writeFileSync(caFile, authority.ca);
  const settings = {
    DELIVERY_ROUTES: '*=mx',
    DNS_SERVERS: dns.address,
    MX_PORT: String(mxSink.port),
    TLS_CA_FILE: caFile,
  };
  const stsPort = (policyServer.address() as AddressInfo).port;
  harness = await startWorkerHarness(settings, { constants: { stsPort, stsWaitMs: 10_000 } });
});
afterAll(async () => {
  await harness.close();
  await Promise.all([mxSink.close(), clearSink.close(), dns.close()]);
  policyServer.closeAllConnections();
  await new Promise((resolve) => void policyServer.close(resolve));
});
beforeEach(() => {
  mxSink.clear();
  clearSink.clear();
});

const mxOf: Readonly<Record<string, string>> = { good: 'mx.sts.test', wrong: 'other.sts.test' };

function policy(mode: string, mx: string): string {
  return ['version: STSv1', `mode: ${mode}`, `mx: ${mx}`, 'max_age: 86400', ''].join('\r\n');
}

const delayed = async (to: string) => harness.delayed(await harness.send({ to: [to] }));

describe('a domain whose policy is enforced', () => {
  it('gets its mail over TLS, the certificate checked, and its policy is kept', async () => {
    policies.set('good', policy('enforce', 'mx.sts.test'));
    const id = await harness.send({ to: ['jane@good.test'] });
    await harness.reaches(id, 'delivered');
    expect(mxSink.messages).toMatchObject([{ secure: true }]);
    expect((await harness.read(id)).attempts).toMatchObject([
      { tls: expect.stringMatching(/^TLSv1\.\d [A-Z0-9_-]+ pkix$/) },
    ]);
    const { rows } = await harness.context.pool.query(
      `SELECT policy_id, mode, mx_patterns, extract(epoch FROM expires_at - fetched_at)::int AS life_seconds
       FROM mta_sts_policies WHERE domain = 'good.test'`,
    );
    expect(rows).toEqual([
      { policy_id: '2', mode: 'enforce', mx_patterns: ['mx.sts.test'], life_seconds: 86_400 },
    ]);
  });

  it.each([
    ['offers no TLS', 'clear', '*.sts.test', 'does not offer STARTTLS'],
    ['has a certificate for another name', 'wrong', '*.sts.test', 'other.sts.test'],
    ['is none that the policy names', 'unlisted', 'mx.sts.test', 'does not permit its MX clear.sts.test'],
  ])(
    'waits with the reason when its host %s, and no octet leaves in clear',
    async (...[, name, mx, detail]) => {
      policies.set(name, policy('enforce', mx));
      const message = await delayed(`jane@${name}.test`);
      expect(message).toMatchObject({ status: 'queued' });
      expect(message.events).toMatchObject([
        { type: 'delivery_delayed', failure_class: 'routing', detail: expect.stringContaining(detail) },
      ]);
      expect([...mxSink.messages, ...clearSink.messages]).toEqual([]);
      // The same host is as good as ever to domains that demand nothing of it.
      await harness.reaches(await harness.send({ to: ['jane@plain.test'] }), 'delivered');
    },
  );

  it.each([
    ['whatever its host answers now', 'kept'],
    ['while DNS does not answer for its record', 'silent'],
  ])('keeps a policy that was fetched before, %s', async (_, name) => {
    await harness.context.pool.query(
      `INSERT INTO mta_sts_policies (domain, policy_id, mode, mx_patterns, fetched_at, expires_at)
       VALUES ($1, '1', 'enforce', '{mx.sts.test}', now() - interval '1 h', now() + interval '1 h')`,
      [`${name}.test`],
    );
    expect((await delayed(`jane@${name}.test`)).events).toMatchObject([
      { detail: expect.stringContaining('does not permit') },
    ]);
    expect(clearSink.messages).toEqual([]);
  });

  it('is asked again when its record has another id', async () => {
    policies.set('changed', policy('none', 'mx.sts.test'));
    await harness.context.pool.query(
      `INSERT INTO mta_sts_policies (domain, policy_id, mode, mx_patterns, fetched_at, expires_at)
       VALUES ('changed.test', '1', 'enforce', '{mx.sts.test}', now() - interval '1 h', now() + interval '1 h')`,
    );
    await harness.reaches(await harness.send({ to: ['jane@changed.test'] }), 'delivered');
  });
});

describe('a domain without a policy in force', () => {
  it('on trial gets its mail as if there were none', async () => {
    policies.set('trial', policy('testing', '*.sts.test'));
    await harness.reaches(await harness.send({ to: ['jane@trial.test'] }), 'delivered');
    expect(clearSink.messages).toHaveLength(1);
  });

  it('that redirects to one has none', async () => {
    await harness.reaches(await harness.send({ to: ['jane@moved.test'] }), 'delivered');
  });

  it('waits for a policy host that hangs, but not for long, and other mail does not', async () => {
    policies.set('slow', null);
    const { pool } = harness.context;
    const dueAt = new Date(Date.now() + 3_600_000);
    const queue = (to: string) => queueMessage(harness.context, harness.sender, { to: [to], dueAt });
    const slow = await Promise.all(Array.from({ length: 50 }, () => queue('jane@slow.test')));
    const quick = await queue('jane@plain.test');
    // Together: the time for which they wait begins with the first.
    await pool.query('UPDATE messages SET due_at = now() WHERE id = ANY($1::uuid[])', [[...slow, quick]]);
    await harness.reaches(quick, 'delivered');
    // None of those before it has gone while the policy was waited for.
    expect(clearSink.messages[0]).toMatchObject({ to: ['jane@plain.test'] });
    for (const id of slow) await harness.reaches(id, 'delivered');
  });
});
