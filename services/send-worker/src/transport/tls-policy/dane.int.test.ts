import { createHash, X509Certificate } from 'node:crypto';
import { createTestAuthority, missingProgram, startDnsServer, startSmtpSink } from '@postrider/testkit';
import type { Answer } from 'dns-packet';
import { startSignedZone, type SignedZone, type ZoneRecords } from '../../../test/dnssec/signed-zone';
import { startUnbound } from '../../../test/dnssec/start-unbound';
import { startWorkerHarness, type WorkerHarness } from '../../../test/worker-harness';

const closers: (() => Promise<unknown>)[] = [];
let zone: SignedZone;
let harness: WorkerHarness;
let mxSink: Awaited<ReturnType<typeof startSmtpSink>>;

const missing = missingProgram('unbound');
if (missing !== null) it.skip(`DANE: ${missing}`, () => undefined);
const describeWithUnbound = missing === null ? describe : describe.skip;

beforeAll(async () => {
  if (missing !== null) return;
  const { key, cert } = await (await createTestAuthority()).issue(['whatever.invalid']);
  mxSink = await startSmtpSink({ tls: { key, cert } });
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  const fitting = createHash('sha256').update(spki).digest();
  zone = await startSignedZone('signed.test', {
    ...site('good', tlsa('mx.good', fitting)),
    ...site('other', tlsa('mx.other', Buffer.alloc(32, 7))),
    ...site('unusable', tlsa('mx.unusable', fitting, 0)),
    ...site('none', {}),
    ...site('forged', tlsa('mx.forged', fitting)),
    ...site('bogus', {}),
  });
  zone.forge('_25._tcp.mx.forged.signed.test', 'bogus.signed.test');
  const unsigned = await startDnsServer({
    zone: {
      records: [
        { name: 'plain.test', type: 'MX', value: 'mx.plain.test' },
        { name: 'mx.plain.test', type: 'A', value: '127.0.0.1' },
      ],
    },
  });
  const unbound = await startUnbound([
    { name: 'signed.test', port: zone.port, trustAnchor: zone.trustAnchor },
    { name: 'plain.test', port: unsigned.port, trustAnchor: null },
  ]);
  harness = await startWorkerHarness({
    DELIVERY_ROUTES: '*=mx',
    DNSSEC_RESOLVERS: unbound.address,
    MX_PORT: String(mxSink.port),
  });
  for (const each of [unsigned, zone, mxSink, unbound, harness]) closers.unshift(() => each.close());
});
afterAll(async () => {
  for (const close of closers) await close();
});
beforeEach(() => mxSink.clear());

/** A domain with one mail host. */
function site(name: string, more: ZoneRecords): ZoneRecords {
  const base = { ttl: 60, class: 'IN' } as const;
  const mx: Answer = {
    ...{ ...base, type: 'MX', name: `${name}.signed.test` },
    data: { preference: 10, exchange: `mx.${name}.signed.test` },
  };
  const a: Answer = { ...base, type: 'A', name: `mx.${name}.signed.test`, data: '127.0.0.1' };
  return { [`${mx.name} MX`]: [mx], [`${a.name} A`]: [a], ...more };
}

function tlsa(host: string, certificate: Buffer, usage = 3): ZoneRecords {
  const name = `_25._tcp.${host}.signed.test`;
  const data = { usage, selector: 1, matchingType: 1, certificate };
  return { [`${name} TLSA`]: [{ type: 'TLSA', name, ttl: 60, class: 'IN', data }] };
}

describeWithUnbound('with a resolver that validates, mail', () => {
  it('leaves over TLS with the certificate that the record names, of any issuer', async () => {
    await harness.reaches(await harness.send({ to: ['jane@good.signed.test'] }), 'delivered');
    expect(mxSink.messages).toMatchObject([{ secure: true }]);
  });

  it('leaves over TLS where no record is usable', async () => {
    await harness.reaches(await harness.send({ to: ['jane@unusable.signed.test'] }), 'delivered');
    expect(mxSink.messages).toMatchObject([{ secure: true }]);
  });

  it.each([
    ['the certificate is another', 'other', 'no TLSA record fits'],
    ['the records are forged', 'forged', 'TLSA records of mx.forged.signed.test cannot be known (ESERVFAIL)'],
    ['the MX records are forged', 'bogus', 'DNS does not answer for bogus.signed.test (ESERVFAIL)'],
  ])('waits when %s', async (...[, name, detail]) => {
    const id = await harness.send({ to: [`jane@${name}.signed.test`] });
    const message = await harness.delayed(id);
    expect(message.events).toMatchObject([
      { type: 'delivery_delayed', failure_class: 'routing', detail: expect.stringContaining(detail) },
    ]);
    expect(message.deferral).toMatchObject({ cause: 'dns', failure: 'routing' });
    expect(mxSink.messages).toEqual([]);
  });

  it.each(['none.signed.test', 'plain.test'])(
    'leaves as ever to %s, of which nothing is demanded',
    async (domain) => {
      await harness.reaches(await harness.send({ to: [`jane@${domain}`] }), 'delivered');
    },
  );
});
