import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { createHttpClient } from '@postrider/http-client';
import { dkimDnsRecord, generateDkimKeyPair, loadDkimKey, type DkimKey } from '@postrider/mail';
import { createLogger, type Clock } from '@postrider/runtime';
import { defaultSmtpTimeouts, parseRoutes } from '@postrider/smtp-client';
import {
  createTestAuthority,
  createTestContext,
  eventually,
  startDnsServer,
  startSmtpSink,
  type DnsServer,
  type SmtpSink,
  type TestContext,
} from '@postrider/testkit';
import { authenticate } from 'mailauth';
import PostalMime from 'postal-mime';
import { createDnsResolver } from '../dns/dns-resolver';
import { createConnector } from '../pool/connect-any';
import { createDestinations } from '../routing/destinations';
import { createClearTextHosts } from '../tls-policy/clear-text-hosts';
import { createReportTargets } from './report-targets';
import { createSendReport } from './send-report';
import { createSessionCounts, type SessionCounts, type TlsSession } from './session-counts';
import { startTlsReports } from './start-tls-reports';

const log = createLogger({ name: 'tls-reports test', level: 'error' });
const reporter = { domain: 'sender.test', contact: 'tls@sender.test' };

let context: TestContext;
let dns: DnsServer;
let sink: SmtpSink;
let collector: Server;
let posted: { type: string | undefined; body: Buffer }[] = [];
let key: DkimKey;
let keyRecord: string;
let status = 201;
let now = new Date('2026-01-31T20:00:00Z');
const clock: Clock = { now: () => now };
let counts: SessionCounts;
let startReports: () => { close(): Promise<void> };

beforeAll(async () => {
  context = await createTestContext();
  const authority = await createTestAuthority();
  collector = createServer(await authority.issue(['reports.test']), (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push({ type: request.headers['content-type'], body: Buffer.concat(chunks) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  sink = await startSmtpSink();
  dns = await startDnsServer({
    zone: {
      records: [
        { name: '_smtp._tls.mail.test', type: 'TXT', value: 'v=TLSRPTv1; rua=mailto:tls@mail.test' },
        {
          name: '_smtp._tls.https.test',
          type: 'TXT',
          value: `v=TLSRPTv1; rua=https://reports.test:${port}/v1`,
        },
        { name: 'reports.test', type: 'A', value: '127.0.0.1' },
      ],
    },
  });
  const pair = await generateDkimKeyPair();
  keyRecord = dkimDnsRecord(pair.publicKeyPem);
  key = loadDkimKey({ domain: 'sender.test', selector: 's1', privateKeyPem: pair.privateKeyPem });

  const servers = [{ host: dns.host, port: dns.port }];
  const resolver = createDnsResolver({ servers, trustsAd: false, timeoutMs: 20_000 });
  const targets = createReportTargets(resolver);
  const connector = createConnector({
    name: 'reports.sender.test',
    timeouts: defaultSmtpTimeouts,
    clearTextHosts: createClearTextHosts({ redis: null }),
  });
  const http = createHttpClient({
    resolve: () => Promise.resolve(['127.0.0.1']),
    isPermitted: () => true,
    connectTimeoutMs: 30_000,
    connectionsPerOriginMax: 1,
    ca: authority.ca,
  });
  const destinations = createDestinations({
    routes: parseRoutes(`*=${sink.url}?final=true`),
    mx: { resolve: () => Promise.reject(new Error('all goes to the smart host')) },
    connector,
  });
  const sendReport = createSendReport({ http, destinations, from: 'tls@sender.test', reporter, key, clock });
  const { pool } = context;
  counts = createSessionCounts({ pool, targets, clock, log });
  startReports = () => startTlsReports({ pool, counts, targets, sendReport, reporter, clock, log });
});
afterAll(async () => {
  await Promise.all([sink.close(), dns.close(), context.close()]);
  collector.closeAllConnections();
  collector.close();
});
beforeEach(async () => {
  await context.pool.query('TRUNCATE tls_session_counts, tls_reports');
  now = new Date('2026-01-31T20:00:00Z');
  status = 201;
  posted = [];
  sink.clear();
});

function session(domain: string, overrides: Partial<TlsSession> = {}): TlsSession {
  return {
    domain,
    policy: { type: 'none', text: [], mxPatterns: [] },
    mxHost: 'mx.test',
    result: 'success',
    sendingAddress: '192.0.2.1',
    receivingAddress: '198.51.100.1',
    reason: null,
    ...overrides,
  };
}

async function reports() {
  const { rows } = await context.pool.query<{ status: string; attempts: number }>(
    'SELECT policy_domain, status, attempts, last_error FROM tls_reports ORDER BY policy_domain',
  );
  return rows;
}

describe('counts of connections', () => {
  it('add up, for domains alone that ask for reports', async () => {
    counts.add(session('mail.test'));
    counts.add(session('mail.test'));
    counts.add(session('silent.test'));
    await counts.flush();
    counts.add(session('mail.test'));
    counts.add(session('mail.test', { result: 'certificate-expired', reason: 'x'.repeat(300) }));
    await counts.flush();
    const { rows } = await context.pool.query(
      `SELECT day::text, policy_domain, result, sessions, length(reason) AS chars FROM tls_session_counts ORDER BY result`,
    );
    expect(rows).toEqual([
      {
        day: '2026-01-31',
        policy_domain: 'mail.test',
        result: 'certificate-expired',
        sessions: 1,
        chars: 200,
      },
      { day: '2026-01-31', policy_domain: 'mail.test', result: 'success', sessions: 3, chars: null },
    ]);
    const due = await context.pool.query(
      `SELECT next_attempt_at BETWEEN '2026-02-01T00:00:00Z' AND '2026-02-01T04:00:00Z' AS is_next_day FROM tls_reports`,
    );
    expect(due.rows).toEqual([{ is_next_day: true }]);
  });
});

describe('a report', () => {
  it('leaves once by mail, signed, when its day is over, whichever worker sends it', async () => {
    counts.add(session('mail.test'));
    await counts.flush();
    const early = startReports();
    await early.close();
    expect(sink.messages).toHaveLength(0);
    now = new Date('2026-02-01T05:00:00Z');
    const workers = [startReports(), startReports()];
    await eventually(async () => (await reports())[0]?.status === 'sent');
    await Promise.all(workers.map((worker) => worker.close()));
    expect(sink.messages).toMatchObject([{ from: 'tls@sender.test', to: ['tls@mail.test'] }]);

    const raw = sink.messages[0]?.raw ?? Buffer.alloc(0);
    const { dkim } = await authenticate(raw, {
      resolver: (name) =>
        name === 's1._domainkey.sender.test' ? Promise.resolve([[keyRecord]]) : Promise.resolve([]),
    });
    expect(dkim.results).toMatchObject([{ signingDomain: 'sender.test', status: { result: 'pass' } }]);
    const mail = await PostalMime.parse(raw);
    const header = (name: string) => mail.headers.find((each) => each.key === name)?.value;
    expect(header('tls-report-domain')).toBe('mail.test');
    expect(header('tls-report-submitter')).toBe('sender.test');
    expect(header('content-type')).toMatch(/^multipart\/report; report-type="?tlsrpt"?/);
    const [file] = mail.attachments;
    expect(file).toMatchObject({
      mimeType: 'application/tlsrpt+gzip',
      filename: 'sender.test!mail.test!1769817600!1769903999.json.gz',
    });
    expect(JSON.parse(gunzipSync(Buffer.from(file?.content as ArrayBuffer)).toString())).toMatchObject({
      policies: [{ summary: { 'total-successful-session-count': 1 } }],
    });
  });

  it('leaves by HTTPS where the domain says so', async () => {
    counts.add(session('https.test'));
    await counts.flush();
    now = new Date('2026-02-01T05:00:00Z');
    const worker = startReports();
    await eventually(async () => (await reports())[0]?.status === 'sent');
    await worker.close();
    expect(posted).toMatchObject([{ type: 'application/tlsrpt+gzip' }]);
    expect(JSON.parse(gunzipSync(posted[0]?.body ?? Buffer.alloc(0)).toString())).toMatchObject({
      'report-id': '2026-01-31.https.test@sender.test',
    });
  });

  it('that is not taken is tried again later, and given up within a day or so', async () => {
    status = 503;
    counts.add(session('https.test'));
    await counts.flush();
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      now = new Date(now.getTime() + 12 * 3_600_000);
      const worker = startReports();
      await eventually(async () => (await reports())[0]?.attempts === attempt);
      await worker.close();
    }
    expect(await reports()).toMatchObject([{ status: 'failed', attempts: 8, last_error: 'status 503' }]);
    expect(posted).toHaveLength(8);
  });
});
