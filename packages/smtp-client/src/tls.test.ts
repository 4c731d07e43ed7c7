/** @jest-environment node */
import { createHash, X509Certificate } from 'node:crypto';
import { eventually } from '@postrider/testkit';
import { makeAuthority, makeCertificate, type Pair } from '../test/certificates';
import { connectTo, outlast, transaction, tryToConnect } from '../test/connect-to';
import { startScriptedServer, type Script, type ScriptedServer } from '../test/scripted-server';
import type { CertificateCheck, ConnectResult, TlsaRecord } from './index';

let server: ScriptedServer;
let authority: Pair;
let good: Pair;
let expired: Pair;

beforeAll(async () => {
  authority = await makeAuthority();
  good = withChain(await makeCertificate(authority, ['mx.test', '*.wild.test']));
  expired = withChain(await makeCertificate(authority, ['mx.test'], { isExpired: true }));
});
afterEach(async () => {
  await eventually(() => server.connections() === 0, { what: 'the connection’s end' });
  await server.close();
});

/** As servers send it: with what vouches for it. */
function withChain({ key, cert }: Pair): Pair {
  return { key, cert: `${cert}\n${authority.cert}` };
}

async function check(tls: Pair, certificate: CertificateCheck, script: Script = {}): Promise<ConnectResult> {
  server = await startScriptedServer({ ...script, tls });
  const result = await tryToConnect(server.port, { tls: { mode: 'required', certificate } });
  if (result.kind === 'open') {
    expect((await result.session.send(transaction())).recipients).toMatchObject([{ kind: 'accepted' }]);
    result.session.quit();
  }
  return result;
}

const verdict = (result: ConnectResult) =>
  result.kind === 'open'
    ? result.session.tls?.verified
    : result.kind === 'failed'
      ? result.tlsFailure
      : result.reply;

describe('STARTTLS', () => {
  it('is used when it is offered, whatever the certificate, and what was said before is asked again', async () => {
    server = await startScriptedServer({ tls: expired, extensions: ['PIPELINING'] });
    const session = await connectTo(server.port);
    expect(session.tls).toMatchObject({ protocol: 'TLSv1.3', verified: 'none' });
    expect(server.commands).toEqual(['EHLO client.test', 'STARTTLS', 'EHLO client.test']);
    expect((await session.send(transaction())).recipients).toMatchObject([{ kind: 'accepted' }]);
    session.quit();
    await eventually(() => server.commands.at(-1) === 'QUIT');
  });

  it('that is required and not offered, or refused, hands over nothing', async () => {
    server = await startScriptedServer();
    const required = { tls: { mode: 'required', certificate: { kind: 'none' } } } as const;
    const result = await tryToConnect(server.port, required);
    expect(result).toMatchObject({ kind: 'failed', step: 'TLS', tlsFailure: 'starttls-not-supported' });
    await server.close();
    server = await startScriptedServer({ tls: good, at: { STARTTLS: { say: '454 4.7.0 not now' } } });
    expect(await tryToConnect(server.port, required)).toMatchObject({ kind: 'refused', step: 'STARTTLS' });
  });

  it('that the server refuses although it offers it leaves an opportunistic connection in clear', async () => {
    server = await startScriptedServer({ tls: good, at: { STARTTLS: { say: '454 4.7.0 not now' } } });
    const session = await connectTo(server.port);
    expect(session.tls).toBeNull();
    session.quit();
  });

  it.each(['silent', 'cut', 'garbage', 'flood'] as const)(
    'at which the server is %s fails',
    async (STARTTLS) => {
      server = await startScriptedServer({ tls: good, at: { STARTTLS } });
      expect(await outlast(server, () => tryToConnect(server.port))).toMatchObject({
        kind: 'failed',
        step: 'TLS',
      });
    },
  );

  it('takes nothing for encrypted that came in clear behind its answer', async () => {
    server = await startScriptedServer({
      tls: good,
      at: { STARTTLS: { say: '220 go\n250-evil.test\n250 AUTH PLAIN' } },
    });
    const result = await tryToConnect(server.port, {
      tls: { mode: 'required', certificate: { kind: 'none' } },
      credentials: { user: 'u', password: 'p' },
    });
    expect(result).toMatchObject({ kind: 'failed', step: 'TLS', error: { code: 'EPROTOCOL' } });
  });

  it('whose handshake is none fails in time', async () => {
    server = await startScriptedServer({
      tls: good,
      at: { STARTTLS: { say: '220 go\nthis is no handshake' } },
    });
    expect(await outlast(server, () => tryToConnect(server.port))).toMatchObject({
      kind: 'failed',
      step: 'TLS',
    });
  });
});

it('TLS from the first octet works as well', async () => {
  server = await startScriptedServer({ tls: good, isImplicit: true });
  const certificate = { kind: 'pkix', names: ['mx.test'], ca: authority.cert } as const;
  const session = await connectTo(server.port, { tls: { mode: 'implicit', certificate } });
  expect(session.tls?.verified).toBe('pkix');
  session.quit();
  const other = { tls: { mode: 'implicit', certificate: { kind: 'pkix', names: ['mx.test'] } } } as const;
  expect(verdict(await tryToConnect(server.port, other))).toBe('certificate-not-trusted');
});

describe('a certificate by public authorities', () => {
  const pkix = (names: readonly string[], ca?: string): CertificateCheck => ({
    kind: 'pkix',
    names,
    ...(ca === undefined ? {} : { ca }),
  });

  it.each([
    [['mx.test'], 'pkix'],
    [['MX.Test'], 'pkix'],
    [['other.test', 'mx.test'], 'pkix'],
    [['a.wild.test'], 'pkix'],
    [['a.b.wild.test'], 'certificate-host-mismatch'],
    [['*.wild.test'], 'pkix'],
    [['*.test'], 'pkix'],
    [['*.example'], 'certificate-host-mismatch'],
    [['other.test'], 'certificate-host-mismatch'],
    [[], 'certificate-host-mismatch'],
  ])('for the names %j: %s', async (names, expected) => {
    expect(verdict(await check(good, pkix(names, authority.cert)))).toBe(expected);
  });

  it('must be by one that is known, and within its dates', async () => {
    expect(verdict(await check(good, pkix(['mx.test'])))).toBe('certificate-not-trusted');
    await server.close();
    expect(verdict(await check(expired, pkix(['mx.test'], authority.cert)))).toBe('certificate-expired');
  });
});

describe('a certificate by DANE', () => {
  type Matching = 0 | 1 | 2;
  const record = (fields: readonly [number, 0 | 1, Matching], of: Pair): TlsaRecord => {
    const [usage, selector, matchingType] = fields;
    const certificate = new X509Certificate(of.cert);
    const octets =
      selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' });
    const digest = matchingType === 0 ? null : matchingType === 1 ? 'sha256' : 'sha512';
    const data = digest === null ? octets : createHash(digest).update(octets).digest();
    return { usage, selector, matchingType, data };
  };
  const dane = (records: readonly TlsaRecord[], names = ['mx.test']): CertificateCheck => ({
    kind: 'dane',
    names,
    records,
  });
  const ways = [0, 1].flatMap((selector) =>
    [0, 1, 2].map((matching) => [selector, matching] as [0 | 1, Matching]),
  );

  it.each(ways)(
    'named by its record (3 %i %i), whatever its name and its dates',
    async (selector, matching) => {
      const records = [record([3, selector, matching], expired)];
      expect(verdict(await check(expired, dane(records, ['other.test'])))).toBe('dane');
    },
  );

  it.each(ways)('vouched for by the authority of its record (2 %i %i)', async (selector, matching) => {
    const records = [record([2, selector, matching], authority)];
    expect(verdict(await check(good, dane(records)))).toBe('dane');
    await server.close();
    expect(verdict(await check(good, dane(records, ['other.test'])))).toBe('certificate-host-mismatch');
    await server.close();
    expect(verdict(await check(expired, dane(records)))).toBe('certificate-expired');
  });

  it.each([0, 1] as const)(
    'vouched for by what stands whole in its record (2 %i 0) alone',
    async (selector) => {
      const alone = await makeCertificate(authority, ['mx.test']);
      expect(verdict(await check(alone, dane([record([2, selector, 0], authority)])))).toBe('dane');
      await server.close();
      expect(verdict(await check(alone, dane([record([2, selector, 1], authority)])))).toBe('tlsa-invalid');
    },
  );

  it('that no record names is refused, with any issuer', async () => {
    const stranger = await makeAuthority();
    const records = [record([3, 1, 1], stranger), record([2, 1, 1], stranger), record([2, 0, 0], stranger)];
    expect(verdict(await check(good, dane(records)))).toBe('tlsa-invalid');
  });

  it('with an authority of the same name that did not sign it is refused', async () => {
    const forged = await makeAuthority();
    const chain = { ...(await makeCertificate(forged, ['mx.test'])) };
    const shown = { key: chain.key, cert: `${chain.cert}\n${authority.cert}` };
    expect(verdict(await check(shown, dane([record([2, 0, 1], authority)])))).toBe('tlsa-invalid');
  });

  it('without a usable record is not looked at, but must be there', async () => {
    const unusable = [record([1, 1, 1], good), { ...record([3, 1, 1], good), data: Buffer.from('short') }];
    expect(verdict(await check(good, dane(unusable)))).toBe('none');
    await server.close();
    server = await startScriptedServer();
    const result = await tryToConnect(server.port, {
      tls: { mode: 'required', certificate: dane(unusable) },
    });
    expect(verdict(result)).toBe('starttls-not-supported');
  });
});

it('REQUIRETLS is asked for where the server is proven and offers it, and refused where it does not', async () => {
  const certificate = { kind: 'pkix', names: ['mx.test'], ca: authority.cert } as const;
  server = await startScriptedServer({ tls: good, extensions: ['REQUIRETLS'] });
  const session = await connectTo(server.port, { tls: { mode: 'required', certificate } });
  await session.send(transaction({ requireTls: true }));
  expect(server.commands).toContain('MAIL FROM:<b+1@bounce.test> REQUIRETLS');
  session.quit();
  await server.close();
  server = await startScriptedServer({ tls: good });
  const other = await connectTo(server.port, { tls: { mode: 'required', certificate } });
  const { recipients } = await other.send(transaction({ requireTls: true }));
  expect(recipients).toMatchObject([
    { kind: 'refused', reply: { code: 550, text: expect.stringMatching(/^5\.7\.30 /) } },
  ]);
  other.quit();
});
