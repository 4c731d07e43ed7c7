import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { ServiceName } from '@postrider/devtools';
import {
  closedPort,
  createTestContext,
  ensureTlsFiles,
  eventually,
  localPath,
  platformHost,
  type TestContext,
} from '@postrider/testkit';
import { createSecrets } from '../system/secrets';
import { startProgram, type Program, type Settings, type Start } from './start-program';

/** What an operator reads who started something with a mistake in its settings: one line, and an exit code. */

const exitConfig = 78;

let context: TestContext;
let folder: string;
let settings: Settings;
let taken: net.Server;
let takenPort: number;

beforeAll(async () => {
  context = await createTestContext();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-start-'));
  const [tls, other] = await Promise.all([ensureTlsFiles(localPath('tls')), ensureTlsFiles(folder)]);
  fs.writeFileSync(path.join(folder, 'no.pem'), 'nothing');
  taken = net.createServer().listen(0, '127.0.0.1');
  await eventually(() => taken.listening);
  takenPort = (taken.address() as AddressInfo).port;
  const { masterKey, linkSecret, returnPathSecret } = createSecrets();
  settings = {
    ...context.settings,
    MASTER_KEY: masterKey,
    LINK_SECRET: linkSecret,
    RETURN_PATH_SECRET: returnPathSecret,
    RELAY_SECRET: randomBytes(32).toString('base64'),
    PLATFORM_HOST: platformHost,
    PUBLIC_URL: 'https://links.postrider.test',
    API_URL: `http://127.0.0.1:${closedPort}`,
    ...{ HEALTH_HOST: '127.0.0.1', HEALTH_PORT: '0', API_HOST: '127.0.0.1', API_PORT: '0' },
    ...{ SMTP_HOST: '127.0.0.1', SMTP_STARTTLS_PORT: '0', SMTP_TLS_PORT: '0', INBOUND_PORT: '0' },
    SMTP_TLS_KEY_FILE: tls.keyFile,
    SMTP_TLS_CERT_FILE: tls.certFile,
    OTHER_KEY_FILE: other.keyFile,
  };
});
afterAll(async () => {
  taken.close();
  fs.rmSync(folder, { recursive: true });
  await context.close();
});

const start = (what: Program, mistake: Settings, ...args: string[]): Start =>
  startProgram(what, { ...settings, ...mistake }, ...args);

const withPassword = (url: string, user: string): string =>
  Object.assign(new URL(url), { username: user, password: 'hunter2' }).href;
const withDatabase = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href;

const engineUsers = ['api-gateway', 'send-worker', 'webhook-dispatcher', 'metrics-aggregator'] as const;
const hostOf = (url: string): string => new URL(url).host;

/** How a program ends. On a busy machine an engine may answer late, and is waited for. */
async function refusalOf({ ended }: Start): Promise<{ exitCode: number | null; lines: string[] }> {
  const { exitCode, lines } = await ended;
  return { exitCode, lines: lines.filter((line) => !line.includes('(timeout)')) };
}

async function serviceRefuses(service: ServiceName, mistake: Settings, sentence: string): Promise<void> {
  const refusal = await refusalOf(start(service, mistake));
  expect(refusal).toEqual({
    exitCode: exitConfig,
    lines: [`${service} cannot start: ${sentence}`],
  });
  expect(refusal.lines.join()).not.toContain('hunter2');
}

/** That each service asks them at all; how they refuse is the same code for all. */
describe.each(engineUsers)('%s', (service) => {
  test('a database without tables, and a wrong password of Redis', async () => {
    const { DATABASE_URL = '', REDIS_URL = '' } = settings;
    await serviceRefuses(
      service,
      { DATABASE_URL: withDatabase(DATABASE_URL, 'postgres') },
      'DATABASE_URL: the database has no tables yet; run the migrations first (packages/db/dist/migrations/migrate.cli.js)',
    );
    await serviceRefuses(
      service,
      { REDIS_URL: withPassword(REDIS_URL, 'stranger') },
      `REDIS_URL: Redis at ${hostOf(REDIS_URL)} refuses the password`,
    );
  });
});

describe('a service that uses all engines', () => {
  const service = 'metrics-aggregator';

  test('a wrong password of PostgreSQL, and of RabbitMQ', async () => {
    const { DATABASE_URL = '', AMQP_URL = '' } = settings;
    await serviceRefuses(
      service,
      { DATABASE_URL: withPassword(DATABASE_URL, new URL(DATABASE_URL).username) },
      `DATABASE_URL: PostgreSQL at ${hostOf(DATABASE_URL)} refuses the password`,
    );
    await serviceRefuses(
      service,
      { AMQP_URL: withPassword(AMQP_URL, 'stranger') },
      `AMQP_URL: RabbitMQ at ${hostOf(AMQP_URL)} refuses user or password`,
    );
  });

  test('a database that does not exist', () => {
    const { DATABASE_URL = '' } = settings;
    return serviceRefuses(
      service,
      { DATABASE_URL: withDatabase(DATABASE_URL, 'nobody_made_it') },
      `DATABASE_URL: PostgreSQL at ${hostOf(DATABASE_URL)} has no such database`,
    );
  });

  test('an engine that is not there is named, waited for, and does not keep it from stopping', async () => {
    const running = start(service, { DATABASE_URL: `postgresql://user:hunter2@127.0.0.1:${closedPort}/db` });
    await eventually(() => running.said().length > 0);
    expect(running.said()[0]).toMatch(
      new RegExp(
        `^PostgreSQL does not answer at 127\\.0\\.0\\.1:${closedPort} \\(ECONNREFUSED\\): is DATABASE_URL right, and does it run\\? Next try in \\d\\.\\d s$`,
      ),
    );
    running.child.kill('SIGTERM');
    expect((await running.ended).exitCode).toBe(0);
  });

  test('a port that is taken', () =>
    serviceRefuses(
      service,
      { HEALTH_PORT: String(takenPort) },
      `HEALTH_PORT: port ${takenPort} is in use by another process`,
    ));
});

describe.each(['api-gateway', 'send-worker', 'webhook-dispatcher'] as const)('%s', (service) => {
  test('another master key than that of the database', async () => {
    await context.pool.query('DELETE FROM secret_proofs');
    const first = start(service, { API_PORT: '0' });
    await eventually(async () => (await context.pool.query('SELECT FROM secret_proofs')).rowCount !== 0);
    first.child.kill('SIGTERM');
    await first.ended;
    const other = { MASTER_KEY: randomBytes(32).toString('base64') };
    expect(await refusalOf(start(service, other))).toEqual({
      exitCode: exitConfig,
      lines: [
        `${service} cannot start: MASTER_KEY: is neither the key that sealed the secrets in this database nor listed in MASTER_KEYS_PREVIOUS`,
      ],
    });
  });

  test('a master key of the wrong length', async () => {
    expect(await start(service, { MASTER_KEY: randomBytes(31).toString('base64') }).ended).toEqual({
      exitCode: exitConfig,
      lines: ['MASTER_KEY: must be 32 bytes in base64 (openssl rand -base64 32)'],
    });
  });
});

test.each<[ServiceName, Settings, string]>([
  ['api-gateway', { PLANS: '{' }, 'PLANS: must be a JSON object such as {"free": {"daily_cap": 200}}'],
  [
    'api-gateway',
    { AMQP_URL: 'localhost:5672' },
    'AMQP_URL: must be a URL that starts with amqp:// or amqps://',
  ],
  [
    'metrics-aggregator',
    { REDIS_URL: 'localhost' },
    'REDIS_URL: must be a URL that starts with redis:// or rediss:// or redis-cluster:// or rediss-cluster://',
  ],
  ['smtp-relay', { API_URL: '' }, 'API_URL is required but not set'],
])('%s says before it begins: %j', async (service, mistake, line) => {
  expect(await start(service, mistake).ended).toEqual({ exitCode: exitConfig, lines: [line] });
});

describe('smtp-relay', () => {
  const refused = async (mistake: Settings, sentence: string): Promise<void> => {
    expect(await start('smtp-relay', mistake).ended).toEqual({
      exitCode: exitConfig,
      lines: [`smtp-relay cannot start: ${sentence}`],
    });
  };

  const waits = async (mistake: Settings, sentence: string): Promise<void> => {
    const running = start('smtp-relay', mistake);
    await eventually(() => running.said().length > 0);
    expect(running.said()[0]).toBe(`waiting for the TLS certificate: ${sentence}`);
    running.child.kill('SIGTERM');
    expect((await running.ended).exitCode).toBe(0);
  };

  test('files of TLS that are not there, hold nothing, or do not belong together are named and waited for', async () => {
    const missing = path.join(folder, 'missing.pem');
    const nothing = path.join(folder, 'no.pem');
    const { SMTP_TLS_CERT_FILE: cert = '', OTHER_KEY_FILE: otherKey = '' } = settings;
    await waits(
      { SMTP_TLS_CERT_FILE: missing },
      `SMTP_TLS_CERT_FILE: ${missing} cannot be read: file not found`,
    );
    await waits(
      { SMTP_TLS_KEY_FILE: nothing },
      `SMTP_TLS_KEY_FILE: ${nothing} does not contain a private key in PEM format`,
    );
    await waits(
      { SMTP_TLS_KEY_FILE: otherKey },
      `SMTP_TLS_KEY_FILE: ${otherKey} is not the key of the certificate in SMTP_TLS_CERT_FILE (${cert})`,
    );
  });

  test('ports that are taken', async () => {
    for (const setting of ['SMTP_STARTTLS_PORT', 'SMTP_TLS_PORT', 'INBOUND_PORT', 'HEALTH_PORT']) {
      await refused(
        { [setting]: String(takenPort) },
        `${setting}: port ${takenPort} is in use by another process`,
      );
    }
  });

  test('a gateway that is not there is named and waited for', async () => {
    const running = start('smtp-relay', {});
    await eventually(() => running.said().length > 0);
    expect(running.said()[0]).toContain(
      `api-gateway does not answer at 127.0.0.1:${closedPort} (ECONNREFUSED): is API_URL right, and does it run?`,
    );
    running.child.kill('SIGTERM');
    expect((await running.ended).exitCode).toBe(0);
  });
});

test('api-gateway: the port of the API is taken', async () => {
  expect(await refusalOf(start('api-gateway', { API_PORT: String(takenPort) }))).toEqual({
    exitCode: exitConfig,
    lines: [`api-gateway cannot start: API_PORT: port ${takenPort} is in use by another process`],
  });
});

test('send-worker: the key of the platform is not there', async () => {
  const mistake = {
    PLATFORM_DKIM_DOMAIN: 'platform.test',
    PLATFORM_DKIM_SELECTOR: 's1',
    PLATFORM_DKIM_KEY_FILE: path.join(folder, 'missing.pem'),
  };
  expect(await refusalOf(start('send-worker', mistake))).toEqual({
    exitCode: exitConfig,
    lines: [
      `send-worker cannot start: PLATFORM_DKIM_KEY_FILE: ${mistake.PLATFORM_DKIM_KEY_FILE} cannot be read: file not found`,
    ],
  });
});

describe.each([
  ['migrate', []],
  ['operator', ['organizations', 'list']],
] as const)('the command %s', (what, args) => {
  const refused = async (mistake: Settings, exitCode: number, line: string): Promise<void> => {
    expect(await start(what, mistake, ...args).ended).toEqual({ exitCode, lines: [line] });
  };

  test('wrong or missing settings, and engines that refuse or are not there', async () => {
    const { DATABASE_URL = '' } = settings;
    await refused({ DATABASE_URL: '' }, exitConfig, 'DATABASE_URL is required but not set');
    await refused(
      { DATABASE_URL: 'localhost/db' },
      exitConfig,
      'DATABASE_URL: must be a URL that starts with postgres:// or postgresql://',
    );
    await refused(
      { DATABASE_URL: withPassword(DATABASE_URL, new URL(DATABASE_URL).username) },
      exitConfig,
      `DATABASE_URL: PostgreSQL at ${hostOf(DATABASE_URL)} refuses the password`,
    );
    await refused(
      { DATABASE_URL: `postgresql://user:hunter2@127.0.0.1:${closedPort}/db` },
      1,
      `PostgreSQL does not answer at 127.0.0.1:${closedPort} (ECONNREFUSED): is DATABASE_URL right, and does it run?`,
    );
  });
});

test('the operator meets a database without tables, and a RabbitMQ that refuses', async () => {
  const { DATABASE_URL = '', AMQP_URL = '' } = settings;
  const bare = { DATABASE_URL: withDatabase(DATABASE_URL, 'postgres') };
  expect(await start('operator', bare, 'organizations', 'list').ended).toEqual({
    exitCode: exitConfig,
    lines: [
      'DATABASE_URL: the database does not have the tables of this version; run the migrations first (packages/db/dist/migrations/migrate.cli.js)',
    ],
  });
  const stranger = { AMQP_URL: withPassword(AMQP_URL, 'stranger') };
  expect(await start('operator', stranger, 'queues', 'list').ended).toEqual({
    exitCode: exitConfig,
    lines: [`AMQP_URL: RabbitMQ at ${hostOf(AMQP_URL)} refuses user or password`],
  });
});
