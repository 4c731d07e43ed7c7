import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import dgram from 'node:dgram';
import net, { type AddressInfo } from 'node:net';
import dnsPacket, { AUTHORITATIVE_ANSWER, TRUNCATED_RESPONSE, type Answer, type Packet } from 'dns-packet';

/** An authoritative server for one zone, signed with ECDSA P-256 (RFC 6605) as it answers. */
export interface SignedZone {
  readonly port: number;
  /** What a resolver trusts the zone by. */
  readonly trustAnchor: string;
  /** Names whose signatures are made with another key: what a forger could do. */
  forge(...names: readonly string[]): void;
  close(): Promise<void>;
}

/** `name TYPE` in lower and upper case, each with its records. */
export type ZoneRecords = Readonly<Record<string, readonly Answer[]>>;

const algorithm = 13;
const ttl = 60;
const keySigning = 257;
const dayMs = 86_400_000;

export async function startSignedZone(zone: string, records: ZoneRecords): Promise<SignedZone> {
  const own = createKey();
  const stranger = createKey();
  const forged = new Set<string>();
  const dnskey: Answer = {
    ...{ type: 'DNSKEY', name: zone, ttl, class: 'IN' },
    data: { flags: keySigning, algorithm, key: own.publicKey },
  };
  const all: ZoneRecords = { ...records, [`${zone} DNSKEY`]: [dnskey], [`${zone} SOA`]: [soaOf(zone)] };

  const withSignature = (set: readonly Answer[]): Answer[] => {
    const name = set[0]?.name ?? zone;
    const privateKey = (forged.has(name) ? stranger : own).privateKey;
    return [...set, signatureOf(set, { zone, privateKey, keyTag: keyTagOf(own.publicKey) })];
  };
  const respond = (query: Packet): Packet => {
    const [question] = query.questions ?? [];
    if (!question) return { type: 'response' };
    const name = question.name.toLowerCase();
    const found = all[`${name} ${question.type}`];
    return {
      type: 'response',
      ...(query.id !== undefined && { id: query.id }),
      flags: AUTHORITATIVE_ANSWER,
      questions: [question],
      answers: found ? withSignature(found) : [],
      authorities: found ? [] : [...withSignature([soaOf(zone)]), ...withSignature([nothingAt(name, all)])],
      additionals: [{ type: 'OPT', name: '.', udpPayloadSize: 4_096, flags: 1 << 15, options: [] } as never],
    };
  };
  const { port, close } = await listen(respond);
  return {
    port,
    trustAnchor: `${zone}. DNSKEY ${keySigning} 3 ${algorithm} ${own.publicKey.toString('base64')}`,
    forge: (...names) => names.forEach((name) => forged.add(name)),
    close,
  };
}

function createKey(): { readonly privateKey: KeyObject; readonly publicKey: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, publicKey: Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]) };
}

function soaOf(zone: string): Answer {
  const data = {
    mname: `ns.${zone}`,
    rname: `admin.${zone}`,
    serial: 1,
    refresh: 60,
    retry: 60,
    expire: 60,
    minimum: 60,
  };
  return { type: 'SOA', name: zone, ttl, class: 'IN', data };
}

/** Denies the type at that very name, which spares us the order of all names (RFC 4470). */
function nothingAt(name: string, all: ZoneRecords): Answer {
  const types = Object.keys(all)
    .filter((key) => key.startsWith(`${name} `))
    .map((key) => key.slice(name.length + 1));
  const rrtypes = [...types, 'RRSIG', 'NSEC'] as never;
  return { type: 'NSEC', name, ttl, class: 'IN', data: { nextDomain: `\0.${name}`, rrtypes } };
}

/** RFC 4034 §3.1.8.1. */
function signatureOf(
  set: readonly Answer[],
  { zone, privateKey, keyTag }: { zone: string; privateKey: KeyObject; keyTag: number },
): Answer {
  const [first] = set;
  if (!first) throw new Error('a set has records');
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const fields = {
    ...{ typeCovered: first.type, algorithm, labels: first.name.split('.').length, originalTTL: ttl },
    ...{ expiration: nowSeconds + dayMs / 1_000, inception: nowSeconds - 3_600, keyTag, signersName: zone },
  };
  const rrsig = (signature: Buffer) =>
    ({ type: 'RRSIG', name: first.name, ttl, class: 'IN', data: { ...fields, signature } }) as Answer;
  // After the owner come type, class, TTL and length, with ten octets.
  const head = wireOf(rrsig(Buffer.alloc(0))).subarray(first.name.length + 2 + 10);
  const sorted = set.map(wireOf).sort((a, b) => Buffer.compare(a, b));
  return rrsig(
    sign('sha256', Buffer.concat([head, ...sorted]), { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  );
}

/** The library writes names in full and as they are given, which is the canonical form (RFC 4034 §6.2) for lower case. */
function wireOf(answer: Answer): Buffer {
  const headerOctets = 12;
  return dnsPacket.encode({ type: 'response', answers: [answer] }).subarray(headerOctets);
}

/** RFC 4034 appendix B. */
function keyTagOf(publicKey: Buffer): number {
  const octets = Buffer.concat([Buffer.from([keySigning >> 8, keySigning & 255, 3, algorithm]), publicKey]);
  const sum = octets.reduce((total, octet, index) => total + (index % 2 === 0 ? octet << 8 : octet), 0);
  return (sum + (sum >> 16)) & 0xffff;
}

async function listen(respond: (query: Packet) => Packet) {
  const tcp = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) =>
      socket.end(dnsPacket.streamEncode(respond(dnsPacket.decode(data.subarray(2))))),
    );
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const { port } = tcp.address() as AddressInfo;
  const udp = dgram.createSocket('udp4');
  udp.on('message', (data, from) => {
    const response = respond(dnsPacket.decode(data));
    const octets = dnsPacket.encode(response);
    const cut = {
      ...response,
      flags: (response.flags ?? 0) | TRUNCATED_RESPONSE,
      answers: [],
      authorities: [],
    };
    udp.send(octets.length > 1_232 ? dnsPacket.encode(cut) : octets, from.port, from.address);
  });
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => udp.close(resolve));
    await new Promise<void>((resolve) => void tcp.close(() => resolve()));
  };
  return { port, close };
}
