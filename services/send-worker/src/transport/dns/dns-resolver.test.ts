import dgram from 'node:dgram';
import { once } from 'node:events';
import type { Clock } from '@postrider/runtime';
import { startDnsServer, type DnsServer } from '@postrider/testkit';
import dnsPacket, { AUTHENTIC_DATA, type Packet } from 'dns-packet';
import { createDnsResolver } from './dns-resolver';

/** An answer that takes long on a busy machine is not asked for again. */
const patientMs = 60_000;

let server: DnsServer;
let now = new Date('2026-01-01T00:00:00Z');
const clock: Clock = { now: () => now };
const passSeconds = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1_000);
};

beforeEach(async () => {
  server = await startDnsServer({
    zone: {
      records: [
        { name: 'short.test', type: 'A', value: '192.0.2.1', ttl: 1 },
        { name: 'medium.test', type: 'A', value: '192.0.2.2', ttl: 300 },
        { name: 'long.test', type: 'A', value: '192.0.2.3', ttl: 86_400 },
        { name: 'alias.test', type: 'CNAME', value: 'Medium.test', ttl: 60 },
        { name: 'large.test', type: 'TXT', value: 'x'.repeat(2_000) },
      ],
      failing: ['broken.test'],
    },
  });
});
afterEach(() => server.close());

const resolver = (trustsAd = false) =>
  createDnsResolver({
    servers: [{ host: server.host, port: server.port }],
    trustsAd,
    clock,
    timeoutMs: patientMs,
  });

describe('an answer', () => {
  it.each([
    ['short.test', 29, 31],
    ['medium.test', 299, 301],
    ['long.test', 3_599, 3_601],
    ['alias.test', 59, 61],
    ['absent.test', 59, 61],
  ])('for %s is believed for %i seconds', async (name, believed, forgotten) => {
    const dns = resolver();
    const before = await dns.lookUp(name, 'A');
    server.setZone({ records: [{ name, type: 'A', value: '192.0.2.99', ttl: 60 }] });
    passSeconds(believed);
    expect(await dns.lookUp(name, 'A')).toEqual(before);
    passSeconds(forgotten - believed);
    expect(await dns.lookUp(name, 'A')).toMatchObject({ records: ['192.0.2.99'] });
  });

  it('is asked for once by all who want it at the same time', async () => {
    const dns = resolver();
    const answers = await Promise.all(Array.from({ length: 50 }, () => dns.lookUp('medium.test', 'A')));
    // One question, which is asked three times where the answer is late.
    expect(server.questions.length).toBeLessThanOrEqual(3);
    expect(new Set(answers).size).toBe(1);
  });

  it('names where its aliases lead', async () => {
    await expect(resolver().lookUp('alias.test', 'A')).resolves.toEqual({
      ...{ kind: 'records', records: ['192.0.2.2'], owner: 'medium.test', isAuthentic: false },
    });
  });

  it('that does not fit into a datagram comes by TCP', async () => {
    await expect(resolver().lookUp('large.test', 'TXT')).resolves.toMatchObject({
      records: ['x'.repeat(2_000)],
    });
  });

  it('of a failing server is none, and not kept', async () => {
    const dns = resolver();
    await expect(dns.lookUp('broken.test', 'A')).resolves.toEqual({ kind: 'unknown', code: 'ESERVFAIL' });
    server.setZone({ records: [{ name: 'broken.test', type: 'A', value: '192.0.2.4' }] });
    await expect(dns.lookUp('broken.test', 'A')).resolves.toMatchObject({ records: ['192.0.2.4'] });
  });

  it('is not asked for where no zone can hold the name', async () => {
    const names = [
      '',
      'a..b',
      `${'a'.repeat(64)}.test`,
      'sp ace.test',
      `${'a.'.repeat(127)}test`,
      '[192.0.2.1]',
    ];
    for (const name of names) {
      await expect(resolver().lookUp(name, 'A')).resolves.toMatchObject({ kind: 'none', exists: false });
    }
    expect(server.questions).toEqual([]);
  });
});

describe('a server that answers by a script', () => {
  let socket: dgram.Socket;
  let script: (query: Packet) => readonly Packet[];

  beforeEach(async () => {
    socket = dgram.createSocket('udp4');
    socket.on('message', (data, from) => {
      for (const each of script(dnsPacket.decode(data))) {
        socket.send(dnsPacket.encode(each), from.port, from.address);
      }
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
  });
  afterEach(() => socket.close());

  const answering = (query: Packet, data: string, flags = 0): Packet => ({
    ...{ type: 'response', id: query.id ?? 0, flags, questions: query.questions ?? [] },
    answers: [{ type: 'A', name: query.questions?.[0]?.name ?? '', ttl: 60, class: 'IN', data }],
  });
  const scripted = (trustsAd: boolean, timeoutMs = patientMs) =>
    createDnsResolver({
      servers: [{ host: '127.0.0.1', port: socket.address().port }],
      ...{ trustsAd, timeoutMs },
    });

  it('is not believed with another id or another question', async () => {
    script = (query) => [
      { ...answering(query, '192.0.2.66'), id: ((query.id ?? 0) + 1) & 0xffff },
      { ...answering(query, '192.0.2.67'), questions: [{ type: 'A', name: 'other.test', class: 'IN' }] },
      { ...answering(query, '192.0.2.68'), questions: [] },
      answering(query, '192.0.2.1'),
    ];
    await expect(scripted(false).lookUp('a.test', 'A')).resolves.toMatchObject({ records: ['192.0.2.1'] });
  });

  it('gives no records of other names', async () => {
    script = (query) => {
      const answer = answering(query, '192.0.2.1');
      const stray = { type: 'A', name: 'b.test', ttl: 60, class: 'IN', data: '192.0.2.66' } as const;
      return [{ ...answer, answers: [stray, ...(answer.answers ?? [])] }];
    };
    await expect(scripted(false).lookUp('a.test', 'A')).resolves.toMatchObject({ records: ['192.0.2.1'] });
  });

  it('is authentic only where its word is trusted', async () => {
    script = (query) => [answering(query, '192.0.2.1', AUTHENTIC_DATA)];
    await expect(scripted(true).lookUp('a.test', 'A')).resolves.toMatchObject({ isAuthentic: true });
    await expect(scripted(false).lookUp('a.test', 'A')).resolves.toMatchObject({ isAuthentic: false });
    script = (query) => [answering(query, '192.0.2.1')];
    await expect(scripted(true).lookUp('a.test', 'A')).resolves.toMatchObject({ isAuthentic: false });
  });

  it('that is silent, or fails, leaves the question to the next', async () => {
    script = () => [];
    const dns = createDnsResolver({
      servers: [
        { host: '127.0.0.1', port: socket.address().port },
        { host: server.host, port: server.port },
      ],
      // The next has as long, which must be enough on a busy machine.
      ...{ trustsAd: false, timeoutMs: 4_000 },
    });
    for (const name of ['medium.test', 'long.test']) {
      await expect(dns.lookUp(name, 'A')).resolves.toMatchObject({ kind: 'records' });
    }
  });

  it('that never answers is given up', async () => {
    script = () => [];
    await expect(scripted(false, 100).lookUp('a.test', 'A')).resolves.toEqual({
      kind: 'unknown',
      code: 'ETIMEOUT',
    });
  });
});
