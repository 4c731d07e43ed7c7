import dgram from 'node:dgram';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { HostPort } from '@postrider/runtime';
import dnsPacket, {
  AUTHENTIC_DATA,
  RECURSION_AVAILABLE,
  TRUNCATED_RESPONSE,
  type Answer,
  type Packet,
} from 'dns-packet';

/** What it does instead of answering rightly; `cut`: fewer records than there are, and no word of it. */
export type Fault =
  'silence' | 'refused' | 'SERVFAIL' | 'NXDOMAIN' | 'cut' | 'no EDNS' | 'no AD' | 'accepted';

export interface ScriptedResolver {
  readonly server: HostPort;
  /** By question, as `MX gmail.com`, or with its transport: `tcp MX gmail.com`, over UDP `edns …` or `plain …`. */
  faults: Readonly<Record<string, Fault>>;
  close(): Promise<void>;
}

const rcodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 } as const;
const key = (): Answer => ({
  ...{ type: 'DNSKEY', name: '.', ttl: 60, class: 'IN' },
  data: { flags: 257, algorithm: 8, key: Buffer.alloc(256, 7) },
});
const known: Readonly<Record<string, readonly Answer[]>> = {
  'MX gmail.com': [
    { type: 'MX', name: 'gmail.com', ttl: 60, data: { preference: 5, exchange: 'mx.gmail.com' } },
  ],
  'DNSKEY .': [key(), key(), key()],
  'SOA .': [
    {
      ...{ type: 'SOA', name: '.', ttl: 60 },
      data: { mname: 'a.test', rname: 'b.test', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 },
    },
  ],
};
const forged: Answer = { type: 'A', name: 'dnssec-failed.org', ttl: 60, data: '192.0.2.1' };

/** A resolver that validates and answers the questions of the doctor, or fails in the way that a test wants. */
export async function startScriptedResolver(): Promise<ScriptedResolver> {
  const scripted = { faults: {} as Readonly<Record<string, Fault>> };
  const respond = (query: Packet, transport: string): Packet | 'silence' | 'refused' => {
    const [question] = query.questions ?? [];
    if (question === undefined) return 'silence';
    const text = `${question.type} ${question.name}`;
    const fault = scripted.faults[`${transport} ${text}`] ?? scripted.faults[text];
    return fault === 'silence' || fault === 'refused' ? fault : answerTo(query, { text, transport, fault });
  };
  const tcp = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      const response = respond(dnsPacket.decode(data.subarray(2)), 'tcp');
      if (response === 'refused') socket.destroy();
      else if (response !== 'silence') socket.end(dnsPacket.streamEncode(response));
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = dgram.createSocket('udp4');
  udp.on('message', (data, from) => {
    const query = dnsPacket.decode(data);
    const hasEdns = (query.additionals ?? []).some(({ type }) => type === 'OPT');
    const response = respond(query, hasEdns ? 'edns' : 'plain');
    if (typeof response !== 'string') udp.send(dnsPacket.encode(response), from.port, from.address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return Object.assign(scripted, {
    server: { host: '127.0.0.1', port },
    close: async () => {
      await new Promise<void>((resolve) => udp.close(resolve));
      await new Promise<void>((resolve) => void tcp.close(() => resolve()));
    },
  });
}

function answerTo(
  query: Packet,
  { text, transport, fault }: { text: string; transport: string; fault: Fault | undefined },
): Packet {
  const isForged = text === 'A dnssec-failed.org' && fault === 'accepted';
  const all = isForged ? [forged] : (known[text] ?? []);
  const rcode =
    fault === 'SERVFAIL' || fault === 'NXDOMAIN' ? fault : all.length > 0 ? 'NOERROR' : 'SERVFAIL';
  const isTooLong = transport === 'plain' && all.length > 2;
  const answers = rcode !== 'NOERROR' ? [] : isTooLong ? all.slice(0, 1) : all;
  const isCut = isTooLong && fault !== 'cut';
  const flags =
    RECURSION_AVAILABLE |
    rcodes[rcode] |
    (isCut ? TRUNCATED_RESPONSE : 0) |
    (fault === 'no AD' ? 0 : AUTHENTIC_DATA);
  const additionals = transport === 'plain' || fault === 'no EDNS' ? [] : (query.additionals ?? []);
  return {
    type: 'response',
    id: query.id,
    flags,
    questions: query.questions,
    answers: [...answers],
    additionals,
  };
}
