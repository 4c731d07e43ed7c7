import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';

/** Whether this machine can deliver mail to MX hosts by itself. */
export interface DirectDeliveryOptions {
  /** `host:port` of each DNS server; empty: those of the system. */
  readonly servers: readonly string[];
  /** 25; another in tests. */
  readonly port: number;
  /** The addresses that mail leaves from; empty: the system's choice. */
  readonly sources: readonly CheckedSource[];
  /** For a connection, greeting included. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface CheckedSource {
  readonly address: string;
  /** As this machine has it; null: the system's choice. */
  readonly bindAddress: string | null;
}

export interface DirectDeliveryFinding {
  /** `system`: the system's choice. */
  readonly source: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Providers whose mail hosts are always there: one that can be reached shows that the port is open. */
const wellKnownDomains = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'];
const defaultTimeoutMs = 10_000;
const dnsTimeoutMs = 3_000;
const sourcesMax = 100;

/** Whether mail servers can be reached from each source address. Takes some 20 s at most. Never rejects. */
export async function checkDirectDelivery(options: DirectDeliveryOptions): Promise<DirectDeliveryFinding[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 });
  if (options.servers.length > 0) resolver.setServers(options.servers);
  const hosts = await findMailHosts(resolver);
  const system = { address: 'system', bindAddress: null };
  const sources = options.sources.length === 0 ? [system] : options.sources.slice(0, sourcesMax);
  return Promise.all(
    sources.map(async (source) => ({
      source: source.address,
      ...(await checkPort(hosts, source, options)),
    })),
  );
}

type Verdict = Pick<DirectDeliveryFinding, 'ok' | 'detail'>;

interface MailHost {
  readonly domain: string;
  readonly address: string;
}

async function findMailHosts(resolver: Resolver): Promise<readonly MailHost[]> {
  const found = await Promise.all(
    wellKnownDomains.map(async (domain) => {
      try {
        const [first] = (await resolver.resolveMx(domain)).sort((a, b) => a.priority - b.priority);
        const [address] = first ? await resolver.resolve4(first.exchange) : [];
        return address === undefined ? [] : [{ domain, address }];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}

async function checkPort(
  hosts: readonly MailHost[],
  { bindAddress, address }: CheckedSource,
  { port, timeoutMs = defaultTimeoutMs, signal }: DirectDeliveryOptions,
): Promise<Verdict> {
  if (address.includes(':')) return { ok: true, detail: 'not checked: IPv6 address' };
  if (hosts.length === 0) {
    return { ok: false, detail: `no mail host found in DNS for ${wellKnownDomains.join(', ')}` };
  }
  const tries = await Promise.all(
    hosts.map(async (host) => ({
      ...host,
      failure: await greet(host, { port, bindAddress, timeoutMs, signal }),
    })),
  );
  if (tries.some(({ failure }) => failure === null)) return { ok: true, detail: `port ${port} is open` };
  if (tries.every(({ failure }) => failure === 'EADDRNOTAVAIL')) {
    return { ok: true, detail: 'not checked: the address is not on this machine' };
  }
  const failures = tries.map(({ domain, address: host, failure }) => `${domain} [${host}]: ${failure}`);
  return { ok: false, detail: `no mail server can be reached on port ${port}: ${failures.join(', ')}` };
}

/** Null: a mail server greets us. What does not greet is a proxy of the provider. */
async function greet(
  host: MailHost,
  options: {
    readonly port: number;
    readonly bindAddress: string | null;
    readonly timeoutMs: number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<string | null> {
  const { port, bindAddress, timeoutMs, signal } = options;
  const socket = connect({
    host: host.address,
    port,
    ...(bindAddress !== null && { localAddress: bindAddress }),
  });
  try {
    return await new Promise<string | null>((resolve) => {
      let isConnected = false;
      const timer = setTimeout(
        () => resolve(isConnected ? 'connected, but no greeting' : 'ETIMEDOUT'),
        timeoutMs,
      );
      const end = (failure: string | null): void => {
        clearTimeout(timer);
        resolve(failure);
      };
      signal?.addEventListener('abort', () => end('ended'), { once: true });
      socket.once('connect', () => (isConnected = true));
      socket.once('data', () => {
        socket.end('QUIT\r\n');
        end(null);
      });
      socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      socket.once('close', () => end('closed without a greeting'));
    });
  } finally {
    socket.on('error', () => undefined);
    socket.destroySoon();
  }
}
