import dns from 'node:dns/promises';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { AuthenticationError, PermissionError, PostriderError, type Domain, type Postrider } from 'postrider';

/** What one check found. The cure says what to do; null: nothing. */
export interface Diagnosis {
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly cure: string | null;
}

const ok = (check: string, detail: string): Diagnosis => ({ check, result: 'ok', detail, cure: null });
const failed = (check: string, detail: string, cure: string): Diagnosis => ({
  check,
  result: 'failed',
  detail,
  cure,
});
const warning = (check: string, detail: string, cure: string): Diagnosis => ({
  ...{ check, result: 'warning', detail },
  cure,
});

const nodeMin = 22;

export function checkNode(version = process.versions.node): Diagnosis {
  if (Number(version.split('.')[0]) >= nodeMin) return ok('node', version);
  return failed('node', version, `Install Node.js ${nodeMin} or newer.`);
}

/** Other users of the machine must not read keys. Windows has no such modes. */
export function checkFiles(folder: string): Diagnosis {
  const file = path.join(folder, 'secrets.json');
  if (process.platform === 'win32' || !fs.existsSync(file)) return ok('files', folder);
  const mode = fs.statSync(file).mode & 0o777;
  if ((mode & 0o077) === 0) return ok('files', folder);
  return failed(
    'files',
    `${file} has mode ${mode.toString(8)}: others can read your key`,
    `Run: chmod 600 ${file}`,
  );
}

export async function checkDns({ hostname }: URL): Promise<Diagnosis> {
  if (net.isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return ok('dns', `${hostname} is an address`);
  try {
    const addresses = await dns.lookup(hostname, { all: true });
    return ok('dns', `${hostname} has ${addresses.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const cure = `Check the address (login --url) and this machine's DNS: nslookup ${hostname}`;
    return failed('dns', `${hostname} cannot be looked up: ${code}`, cure);
  }
}

const connectTimeoutMs = 5_000;
const dayMs = 86_400_000;
const expiryWarningDays = 14;

export async function checkTls(url: URL): Promise<Diagnosis> {
  if (url.protocol !== 'https:') {
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    if (isLocal) return ok('tls', 'not used on this machine');
    return failed(
      'tls',
      `${url.origin} is not encrypted: your key can be read on the way`,
      'Use the https address.',
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  const socket = tls.connect({
    host,
    port: Number(url.port || 443),
    ...servername,
    timeout: connectTimeoutMs,
  });
  try {
    const certificate = await new Promise<tls.PeerCertificate>((resolve, reject) => {
      socket.once('secureConnect', () => resolve(socket.getPeerCertificate()));
      socket.once('timeout', () => reject(new Error('no answer within 5 s')));
      socket.once('error', reject);
    });
    const daysLeft = Math.floor((new Date(certificate.valid_to).getTime() - Date.now()) / dayMs);
    const detail = `${socket.getProtocol()}, the certificate is valid for ${daysLeft} days`;
    return daysLeft > expiryWarningDays
      ? ok('tls', detail)
      : warning('tls', detail, 'Ask the operator to renew it.');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const cure = /CERT|SELF_SIGNED|UNABLE_TO/.test(code ?? '')
      ? 'If the authority is your own, set NODE_EXTRA_CA_CERTS to its file. Otherwise ask the operator.'
      : 'Check the address, the port, and whether a firewall or proxy is in between.';
    return failed('tls', `${url.host}: ${code ?? message}`, cure);
  } finally {
    socket.destroy();
  }
}

/** Verifiers of webhooks refuse signatures that are older than this. */
const clockToleranceSeconds = 300;
const clockWarningSeconds = 30;

/** Reachability, key and clock: one request says all three. */
export async function checkApi(client: Pick<Postrider, 'keys'>): Promise<Diagnosis[]> {
  const startedAt = Date.now();
  try {
    const key = await client.keys.getOwn({ maxRetries: 0, timeoutMs: 10_000 });
    const tookMs = Date.now() - startedAt;
    return [
      ok('api', `answers in ${tookMs} ms`),
      ok('key', `${key.name}: ${key.mode}, ${key.permission}`),
      checkClock(key.response.headers.get('date'), startedAt + tookMs / 2),
    ];
  } catch (error) {
    if (!(error instanceof PostriderError)) throw error;
    if (error instanceof AuthenticationError || error instanceof PermissionError) {
      const cure =
        'Run: postrider-cli login. An admin creates keys in the console or with: postrider-cli keys create';
      return [ok('api', `answers in ${Date.now() - startedAt} ms`), failed('key', error.message, cure)];
    }
    const cure =
      'Check the address, the network and, if there is one, the proxy. If others can reach it, ask the operator.';
    return [failed('api', `${error.message} (${error.code})`, cure)];
  }
}

export function checkClock(date: string | null, atMs: number): Diagnosis {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverMs)) return ok('clock', 'the server does not say its time');
  // The header has whole seconds.
  const aheadSeconds = Math.round((atMs - serverMs - 500) / 1_000);
  const detail =
    aheadSeconds === 0
      ? 'agrees with the server'
      : `${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead' : 'behind'}`;
  const cure = 'Set the clock by NTP: webhook signatures older than 300 s are refused.';
  if (Math.abs(aheadSeconds) >= clockToleranceSeconds) return failed('clock', detail, cure);
  return Math.abs(aheadSeconds) >= clockWarningSeconds ? warning('clock', detail, cure) : ok('clock', detail);
}

/** Null: the key may not see domains. */
export async function checkDomains(client: Pick<Postrider, 'domains'>): Promise<Diagnosis | null> {
  let domains: Domain[];
  try {
    domains = await client.domains.list({ limit: 100 }).toArray({ limit: 100 });
  } catch (error) {
    if (error instanceof PostriderError) return null;
    throw error;
  }
  const unverified = domains.filter(({ status }) => status !== 'verified').map(({ name }) => name);
  if (domains.length === 0) {
    return warning(
      'domains',
      'there is no sending domain',
      'Run: postrider-cli domains add shop.example.com',
    );
  }
  if (unverified.length === 0) return ok('domains', `${domains.length} verified`);
  const cure = `Run: postrider-cli domains check ${unverified[0] ?? ''}`;
  return warning('domains', `not verified: ${unverified.join(', ')}`, cure);
}
