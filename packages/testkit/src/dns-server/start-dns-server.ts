import dgram from 'node:dgram';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import dnsPacket, {
  AUTHORITATIVE_ANSWER,
  RECURSION_AVAILABLE,
  TRUNCATED_RESPONSE,
  type Packet,
} from 'dns-packet';
import { answerQuestion } from './answer-question';
import type { DnsZone } from './dns-zone';

export interface DnsServer {
  readonly host: string;
  readonly port: number;
  /** `host:port`, as the setting `DNS_SERVERS` wants it. */
  readonly address: string;
  /** Every question so far, as `TXT name`. */
  readonly questions: readonly string[];
  setZone(zone: DnsZone): void;
  close(): Promise<void>;
}

export interface DnsServerOptions {
  /** Records, or a function that is asked at every question. */
  zone: DnsZone | (() => DnsZone);
  /** 0, the default, takes a free one, the same for UDP and TCP. */
  port?: number;
  host?: string;
}

/** Without EDNS a UDP answer has at most 512 octets (RFC 1035, section 4.2.1); longer ones go by TCP. */
const udpOctetsMax = 512;
const noError = 0;
const serverFailure = 2;
const nameError = 3;

const questionsKept = 10_000;

/** A resolver for development and tests that knows one zone and nothing else. */
export async function startDnsServer(options: DnsServerOptions): Promise<DnsServer> {
  const host = options.host ?? '127.0.0.1';
  let zone = options.zone;
  const questions: string[] = [];
  const respond = (query: Packet): Packet | undefined => {
    questions.push(...(query.questions ?? []).map(({ type, name }) => `${type} ${name}`));
    if (questions.length > questionsKept) questions.shift();
    return responseTo(query, typeof zone === 'function' ? zone() : zone);
  };

  const { tcp, udp, port } = await bindBoth(respond, { host, port: options.port ?? 0 });
  return {
    host,
    port,
    address: `${host}:${port}`,
    questions,
    setZone: (next) => {
      zone = next;
    },
    close: async () => {
      await new Promise<void>((resolve) => udp.close(resolve));
      await new Promise<void>((resolve) => void tcp.close(() => resolve()));
    },
  };
}

const bindsMax = 10;

/** A port that is free for TCP may be in use for UDP: then another one is taken. */
async function bindBoth(respond: Respond, wanted: { readonly host: string; readonly port: number }) {
  for (let bind = 1; ; bind += 1) {
    const [tcp, udp] = [createTcpServer(respond), createUdpServer(respond)];
    tcp.listen(wanted.port, wanted.host);
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    try {
      udp.bind(port, wanted.host);
      await once(udp, 'listening');
      return { tcp, udp, port };
    } catch (error) {
      tcp.close();
      if (wanted.port !== 0 || bind === bindsMax) throw error;
    }
  }
}

type Respond = (query: Packet) => Packet | undefined;

function createUdpServer(respond: Respond): dgram.Socket {
  const socket = dgram.createSocket('udp4');
  socket.on('error', () => undefined);
  socket.on('message', (data, from) => {
    const query = decode(data);
    const response = query && respond(query);
    if (!response) return;
    const full = dnsPacket.encode(response);
    const fits = full.length <= udpOctetsMax;
    const flags = (response.flags ?? 0) | TRUNCATED_RESPONSE;
    socket.send(fits ? full : dnsPacket.encode({ ...response, flags, answers: [] }), from.port, from.address);
  });
  return socket;
}

function createTcpServer(respond: Respond): net.Server {
  return net.createServer((socket) => {
    let pending = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const length = 2 + pending.readUInt16BE(0);
        const query = decode(pending.subarray(2, length));
        pending = pending.subarray(length);
        const response = query && respond(query);
        if (response) socket.write(dnsPacket.streamEncode(response));
      }
    });
  });
}

function decode(data: Buffer): Packet | undefined {
  try {
    return dnsPacket.decode(data);
  } catch {
    return undefined;
  }
}

function responseTo(query: Packet, zone: DnsZone): Packet | undefined {
  const [question] = query.questions ?? [];
  if (!question) return undefined;
  const answer = answerQuestion(zone, question);
  if (answer.kind === 'silence') return undefined;
  const code = { answers: noError, nxdomain: nameError, servfail: serverFailure }[answer.kind];
  return {
    type: 'response',
    ...(query.id !== undefined && { id: query.id }),
    flags: AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | code,
    questions: [question],
    answers: answer.kind === 'answers' ? answer.answers : [],
  };
}
