import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  createTestAuthority,
  createTestContext,
  eventuallyPasses,
  freePort,
  type TestAuthority,
  type TestContext,
} from '@postrider/testkit';
import { startProgram, type Settings } from './start-program';
import { startTlsEdge, type TlsEdge } from './start-tls-edge';

/** The connections of services and commands to engines behind TLS, with certificates of a private authority. */

const engines = [
  ['PostgreSQL', 'DATABASE_URL'],
  ['RabbitMQ', 'AMQP_URL'],
  ['Redis', 'REDIS_URL'],
] as const;
type EngineSetting = (typeof engines)[number][1];

const noAuthority =
  'has a certificate that is not signed by a trusted authority (set NODE_EXTRA_CA_CERTS to the file of a private one)';

let context: TestContext;
let authority: TestAuthority;
let otherAuthority: TestAuthority;
let folder: string;
let caFile: string;
let settings: Settings;
const edges: TlsEdge[] = [];

beforeAll(async () => {
  context = await createTestContext();
  [authority, otherAuthority] = await Promise.all([createTestAuthority(), createTestAuthority()]);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-engine-tls-'));
  caFile = path.join(folder, 'ca.pem');
  fs.writeFileSync(caFile, authority.ca);
  settings = { ...context.settings, HEALTH_HOST: '127.0.0.1', HEALTH_PORT: '0' };
});
afterEach(async () => {
  await Promise.all(edges.splice(0).map((edge) => edge.close()));
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true });
  await context.close();
});

async function edgeOf(setting: EngineSetting, { by = authority, name = 'localhost' } = {}): Promise<TlsEdge> {
  const edge = await startTlsEdge(context.settings[setting], await by.issue([name]));
  edges.push(edge);
  return edge;
}

const withMode = (url: string, parameters: Settings): string => {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
};
const secureUrl = (setting: EngineSetting, { url }: TlsEdge): string =>
  setting === 'DATABASE_URL' ? withMode(url, { sslmode: 'verify-full' }) : url;
const hostOf = (url: string): string => new URL(url).host;

test('a service is ready when it trusts the authority of all engines, and names each host to its engine', async () => {
  const port = await freePort();
  const behindTls = await Promise.all(
    engines.map(async ([, setting]) => [setting, await edgeOf(setting)] as const),
  );
  const running = startProgram('metrics-aggregator', {
    ...settings,
    ...Object.fromEntries(behindTls.map(([setting, edge]) => [setting, secureUrl(setting, edge)])),
    HEALTH_PORT: String(port),
    NODE_EXTRA_CA_CERTS: caFile,
  });
  try {
    await eventuallyPasses(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect(await response.json()).toMatchObject({ status: 'ready' });
    });
  } finally {
    running.child.kill('SIGTERM');
  }
  expect((await running.ended).exitCode).toBe(0);
  expect(behindTls.map(([, edge]) => [...new Set(edge.serverNames)])).toEqual([
    ['localhost'],
    ['localhost'],
    ['localhost'],
  ]);
});

describe.each(engines)('%s', (name, setting) => {
  const refusal = async (edge: TlsEdge): Promise<string> => {
    const mistake = { [setting]: secureUrl(setting, edge), NODE_EXTRA_CA_CERTS: caFile };
    const { exitCode, lines } = await startProgram('metrics-aggregator', { ...settings, ...mistake }).ended;
    expect({ exitCode, count: lines.length }).toEqual({ exitCode: 78, count: 1 });
    expect(edge.serverNames).toEqual([]);
    return lines.join();
  };

  test('the certificate of another authority is refused', async () => {
    const edge = await edgeOf(setting, { by: otherAuthority });
    expect(await refusal(edge)).toBe(
      `metrics-aggregator cannot start: ${setting}: ${name} at ${hostOf(edge.url)} ${noAuthority}`,
    );
  });

  test('the certificate of another host is refused', async () => {
    const edge = await edgeOf(setting, { name: 'other.example.com' });
    expect(await refusal(edge)).toBe(
      `metrics-aggregator cannot start: ${setting}: ${name} at ${hostOf(edge.url)} has a certificate for another host`,
    );
  });
});

describe('DATABASE_URL', () => {
  const migrate = (url: string) => startProgram('migrate', { DATABASE_URL: url }).ended;

  test('names the authority by itself, also for the migration', async () => {
    const { url } = await edgeOf('DATABASE_URL');
    const { exitCode, lines } = await migrate(withMode(url, { sslmode: 'verify-full', sslrootcert: caFile }));
    expect({ exitCode, lines }).toEqual({
      exitCode: 0,
      lines: [expect.stringContaining('schema is up to date')],
    });
  });

  test.each(['require', 'prefer', 'verify-ca', 'verify-full'])(
    'sslmode=%s verifies authority and host',
    async (sslmode) => {
      const stranger = await edgeOf('DATABASE_URL');
      const { exitCode, lines } = await migrate(withMode(stranger.url, { sslmode }));
      expect({ exitCode, line: lines.at(-1) }).toEqual({
        exitCode: 78,
        line: `DATABASE_URL: PostgreSQL at ${hostOf(stranger.url)} ${noAuthority}`,
      });
      const other = await edgeOf('DATABASE_URL', { name: 'other.example.com' });
      expect((await migrate(withMode(other.url, { sslmode, sslrootcert: caFile }))).lines.at(-1)).toBe(
        `DATABASE_URL: PostgreSQL at ${hostOf(other.url)} has a certificate for another host`,
      );
    },
  );

  test('a file of the authority that is not there is named as the reason', async () => {
    const { url } = await edgeOf('DATABASE_URL');
    const sslrootcert = path.join(folder, 'missing.pem');
    expect(await migrate(withMode(url, { sslmode: 'verify-full', sslrootcert }))).toEqual({
      exitCode: 78,
      lines: [
        `DATABASE_URL: PostgreSQL at ${hostOf(url)} cannot be reached: a file in its URL (sslrootcert, sslcert, sslkey) cannot be read`,
      ],
    });
  });
});

test('an engine without TLS is named as such', async () => {
  const { DATABASE_URL, AMQP_URL } = context.settings;
  const refused = async (mistake: Settings): Promise<string | undefined> =>
    (await startProgram('metrics-aggregator', { ...settings, ...mistake }).ended).lines.at(-1);
  expect(await refused({ DATABASE_URL: withMode(DATABASE_URL, { sslmode: 'verify-full' }) })).toBe(
    `metrics-aggregator cannot start: DATABASE_URL: PostgreSQL at ${hostOf(DATABASE_URL)} does not speak TLS`,
  );
  expect(await refused({ AMQP_URL: AMQP_URL.replace('amqp:', 'amqps:') })).toBe(
    `metrics-aggregator cannot start: AMQP_URL: RabbitMQ at ${hostOf(AMQP_URL)} does not speak TLS`,
  );
});
