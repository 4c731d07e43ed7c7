import { randomInt } from 'node:crypto';
import dgram from 'node:dgram';
import { getServers } from 'node:dns';
import net from 'node:net';
import dnsPacket, {
  AUTHENTIC_DATA,
  DNSSEC_OK,
  RECURSION_DESIRED,
  type DecodedPacket,
  type OptAnswer,
  type RecordType as PacketType,
} from 'dns-packet';
import type { HostPort } from '../settings/setting-types';

/** No usable answer came back: `ETIMEOUT`, `ESERVFAIL`, `EREFUSED`, or what the socket met. */
export class DnsExchangeError extends Error {
  override readonly name = 'DnsExchangeError';

  constructor(readonly code: string) {
    super(`DNS does not answer (${code})`);
  }
}

export interface DnsQuestion {
  readonly name: string;
  readonly type: PacketType;
}

/** Those of the system, for a setting that names none. */
export function systemDnsServers(): readonly HostPort[] {
  return getServers().flatMap((text) => {
    const match = /^(?:\[([^\]]+)\]|([^:]+|[0-9a-f:]+))(?::(\d+))?$/i.exec(text);
    const host = match?.[1] ?? match?.[2];
    return host === undefined ? [] : [{ host, port: Number(match?.[3] ?? 53) }];
  });
}

/** What crosses the Internet without fragments (DNS flag day 2020). */
const udpPayloadOctets = 1_232;

/** The header's result, which the types of dns-packet leave out. */
export function rcodeOf(packet: DecodedPacket): string {
  return (packet as DecodedPacket & { readonly rcode: string }).rcode;
}

/**
 * One question to one server, by UDP, and by TCP where the answer is cut short. Each has a socket of its own, and so a random port;
 * together with a random id, and a socket that takes datagrams of that server alone, this is what forged answers must guess.
 * @throws DnsExchangeError
 */
export async function askServer(
  question: DnsQuestion,
  { server, timeoutMs }: { readonly server: HostPort; readonly timeoutMs: number },
): Promise<DecodedPacket> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await exchange(question, { server, signal, transport: 'udp' });
  const whole = answer.flag_tc ? await exchange(question, { server, signal, transport: 'tcp' }) : answer;
  const rcode = rcodeOf(whole);
  if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') throw new DnsExchangeError(`E${rcode}`);
  return whole;
}

export interface DnsExchange {
  readonly server: HostPort;
  readonly transport: 'udp' | 'tcp';
  readonly timeoutMs: number;
  /** False: without EDNS, so an answer by UDP has at most 512 octets. */
  readonly edns?: boolean;
  /** Asks for signatures, too. */
  readonly withSignatures?: boolean;
}

/** One question and the server's answer as it is: cut short, or an error. @throws DnsExchangeError when none comes */
export function askOnce(question: DnsQuestion, { timeoutMs, ...asked }: DnsExchange): Promise<DecodedPacket> {
  return exchange(question, { ...asked, signal: AbortSignal.timeout(timeoutMs) });
}

function exchange(
  question: DnsQuestion,
  {
    server,
    transport,
    signal,
    edns = true,
    withSignatures = false,
  }: Omit<DnsExchange, 'timeoutMs'> & { readonly signal: AbortSignal },
): Promise<DecodedPacket> {
  const id = randomInt(65_536);
  const query = dnsPacket.encode({
    type: 'query',
    id,
    // AD in a question asks for AD in the answer, without its signatures (RFC 6840 §5.7).
    flags: RECURSION_DESIRED | AUTHENTIC_DATA,
    questions: [{ ...question, class: 'IN' }],
    additionals: edns ? [ednsOption(withSignatures)] : [],
  });
  const isAnswer = (packet: DecodedPacket): boolean => answers(packet, { id, question });
  return (transport === 'udp' ? byUdp : byTcp)(query, { server, signal, isAnswer });
}

function ednsOption(withSignatures: boolean): OptAnswer {
  return {
    type: 'OPT',
    name: '.',
    udpPayloadSize: udpPayloadOctets,
    flags: withSignatures ? DNSSEC_OK : 0,
    options: [],
    extendedRcode: 0,
    ednsVersion: 0,
    flag_do: withSignatures,
  };
}

interface Exchange {
  readonly server: HostPort;
  readonly signal: AbortSignal;
  readonly isAnswer: (packet: DecodedPacket) => boolean;
}

function answers(
  packet: DecodedPacket,
  { id, question }: { readonly id: number; readonly question: DnsQuestion },
): boolean {
  const [asked, ...others] = packet.questions ?? [];
  if (!packet.flag_qr || packet.id !== id || others.length > 0) return false;
  return asked?.type === question.type && asked.name.toLowerCase() === question.name;
}

function byUdp(query: Buffer, { server, signal, isAnswer }: Exchange): Promise<DecodedPacket> {
  return new Promise((resolve, reject) => {
    const socket = dgram.createSocket(net.isIP(server.host) === 6 ? 'udp6' : 'udp4');
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', onTimeout);
      socket.removeAllListeners().on('error', () => undefined);
      socket.close();
      settle();
    };
    const onTimeout = (): void => end(() => reject(new DnsExchangeError('ETIMEOUT')));
    const fail = (error: NodeJS.ErrnoException): void =>
      end(() => reject(new DnsExchangeError(error.code ?? 'ESOCKET')));
    signal.addEventListener('abort', onTimeout, { once: true });
    socket.on('error', fail);
    socket.on('message', (data) => {
      const packet = decode(data);
      // Anything else is not for us, or forged; the answer may still come.
      if (packet && isAnswer(packet)) end(() => resolve(packet));
    });
    socket.connect(server.port, server.host, () => socket.send(query, (error) => error && fail(error)));
  });
}

function byTcp(query: Buffer, { server, signal, isAnswer }: Exchange): Promise<DecodedPacket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: server.host, port: server.port, signal });
    let received = Buffer.alloc(0);
    const fail = (code: string): void => {
      socket.destroy();
      reject(new DnsExchangeError(code));
    };
    socket.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.name === 'AbortError' ? 'ETIMEOUT' : (error.code ?? 'ESOCKET')),
    );
    socket.on('close', () => fail('ECONNRESET'));
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      const packet = decode(received.subarray(2, 2 + received.readUInt16BE(0)));
      if (!packet || !isAnswer(packet)) return fail('EBADRESP');
      socket.destroy();
      resolve(packet);
    });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.length);
    socket.write(Buffer.concat([length, query]));
  });
}

function decode(data: Buffer): DecodedPacket | undefined {
  try {
    return dnsPacket.decode(data);
  } catch {
    return undefined;
  }
}
