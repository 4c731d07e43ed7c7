import { randomInt } from 'node:crypto';
import dgram from 'node:dgram';
import net from 'node:net';
import type { HostPort } from '@postrider/runtime';
import dnsPacket, {
  AUTHENTIC_DATA,
  RECURSION_DESIRED,
  type DecodedPacket,
  type RecordType as PacketType,
} from 'dns-packet';

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

/** What crosses the Internet without fragments (DNS flag day 2020). */
const udpPayloadOctets = 1_232;

/**
 * One question to one server, by UDP, and by TCP where the answer is cut short. Each has a socket of its own, and so a random port;
 * together with a random id, and a socket that takes datagrams of that server alone, this is what forged answers must guess.
 * @throws DnsExchangeError
 */
export async function askServer(
  question: DnsQuestion,
  { server, timeoutMs }: { readonly server: HostPort; readonly timeoutMs: number },
): Promise<DecodedPacket> {
  const id = randomInt(65_536);
  const query = dnsPacket.encode({
    type: 'query',
    id,
    // AD in a question asks for AD in the answer, without its signatures (RFC 6840 §5.7).
    flags: RECURSION_DESIRED | AUTHENTIC_DATA,
    questions: [{ ...question, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: udpPayloadOctets,
        flags: 0,
        options: [],
        extendedRcode: 0,
        ednsVersion: 0,
        flag_do: false,
      },
    ],
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const isAnswer = (packet: DecodedPacket): boolean => answers(packet, { id, question });
  const answer = await byUdp(query, { server, signal, isAnswer });
  const whole = answer.flag_tc ? await byTcp(query, { server, signal, isAnswer }) : answer;
  const { rcode } = whole as DecodedPacket & { readonly rcode: string };
  if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') throw new DnsExchangeError(`E${rcode}`);
  return whole;
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
