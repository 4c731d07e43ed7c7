import { randomBytes } from 'node:crypto';
import { isAbandoned, nameForRun, ofRun } from './test-run';

export interface VirtualHost {
  /** AMQP URL inside the virtual host. */
  readonly url: string;
  remove(): Promise<void>;
}

/** On a busy machine RabbitMQ may stand still for seconds. */
const timeoutMs = 60_000;

/**
 * A broker of its own for one test file. Through the HTTP API it takes 20 ms; `rabbitmqctl` starts a
 * whole Erlang machine for each call.
 */
export async function createVirtualHost(amqpUrl: string, managementUrl: string): Promise<VirtualHost> {
  const name = `${nameForRun()}_${randomBytes(4).toString('hex')}`;
  const account = new URL(amqpUrl);
  const user = decodeURIComponent(account.username) || 'guest';
  await call(managementUrl, `PUT /api/vhosts/${name}`, {});
  await call(managementUrl, `PUT /api/permissions/${name}/${encodeURIComponent(user)}`, {
    configure: '.*',
    write: '.*',
    read: '.*',
  });
  account.pathname = `/${name}`;
  return {
    url: account.toString(),
    remove: () => call(managementUrl, `DELETE /api/vhosts/${name}`).then(() => undefined),
  };
}

/** Virtual hosts of runs that were killed. */
export async function removeAbandonedVirtualHosts(managementUrl: string): Promise<void> {
  await removeVirtualHosts(managementUrl, isAbandoned);
}

export async function removeVirtualHostsOfRun(managementUrl: string): Promise<void> {
  await removeVirtualHosts(managementUrl, ofRun);
}

async function removeVirtualHosts(
  managementUrl: string,
  condemned: (name: string) => boolean,
): Promise<void> {
  const hosts = (await call(managementUrl, 'GET /api/vhosts')) as { name: string }[];
  for (const { name } of hosts.filter((host) => condemned(host.name))) {
    await call(managementUrl, `DELETE /api/vhosts/${name}`);
  }
}

type Route = `${'GET' | 'PUT' | 'DELETE'} /api/${string}`;

async function call(managementUrl: string, route: Route, body?: object) {
  const [method, path] = route.split(' ') as ['GET' | 'PUT' | 'DELETE', string];
  const { username, password, origin } = new URL(managementUrl);
  // Node's own fetch: loading undici for it takes each test file longer than the calls do.
  const answer = await fetch(`${origin}${path}`, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`RabbitMQ: ${route}: ${answer.status} ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
