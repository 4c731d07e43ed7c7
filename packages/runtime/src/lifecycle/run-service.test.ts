import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';

/** Signals and exit codes are promises about a process: each test runs one. */
const typescript = require.resolve('tsx/cjs');
const head = `
  const { runService } = require(${JSON.stringify(join(__dirname, 'run-service.ts'))});
  let log;
  const { SettingsError } = require(${JSON.stringify(join(__dirname, '../settings/settings-error.ts'))});
  const settings = { LOG_LEVEL: 'info', HEALTH_HOST: '127.0.0.1', HEALTH_PORT: 0 };
  const run = (start, SHUTDOWN_GRACE_MS = 60_000) => runService({
    name: 'service',
    settings: { ...settings, SHUTDOWN_GRACE_MS },
    start: (scope) => {
      log = scope.log;
      return start(scope);
    },
  });
  setInterval(() => {}, 1_000);
`;

class RunningService {
  readonly process: ChildProcess;
  readonly exit: Promise<number | null>;
  output = '';

  constructor(body: string) {
    this.process = spawn(process.execPath, ['--require', typescript, '--eval', head + body], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.process.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.exit = new Promise((resolve) => this.process.on('close', resolve));
  }

  async says(text: string | RegExp): Promise<void> {
    const isSaid = (): boolean =>
      typeof text === 'string' ? this.output.includes(text) : text.test(this.output);
    while (!isSaid()) {
      if (this.process.exitCode !== null) throw new Error(`ended without saying "${text}": ${this.output}`);
      await new Promise((resolve) => this.process.stdout?.once('data', resolve));
    }
  }
}

let service: RunningService;
afterEach(() => service.process.kill('SIGKILL'));

test('SIGTERM closes the parts, the last one first, each after the other, and one that breaks does not stop the others', async () => {
  service = new RunningService(`
    run(async (scope) => {
      scope.onClose('database', async () => log.info('database closed'));
      scope.onClose('broken', async () => { throw new Error('part broke'); });
      scope.onClose('consumer', () => new Promise((done) => setTimeout(() => { log.info('consumer closed'); done(); }, 50)));
    });
  `);
  await service.says('is ready');
  service.process.kill('SIGTERM');
  expect(await service.exit).toBe(1);
  const order = ['consumer closed', 'part broke', 'database closed'].map((text) =>
    service.output.indexOf(text),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
});

test('a clean stop ends with 0', async () => {
  service = new RunningService(`run(async (scope) => scope.onClose('part', async () => {}));`);
  await service.says('is ready');
  service.process.kill('SIGINT');
  expect(await service.exit).toBe(0);
});

test('a part that does not close is named when the grace is over, and the process ends with 1', async () => {
  service = new RunningService(
    `run(async (scope) => scope.onClose('stuck part', () => new Promise(() => {})), 200);`,
  );
  await service.says('is ready');
  service.process.kill('SIGTERM');
  expect(await service.exit).toBe(1);
  expect(service.output).toContain('"waiting_for":"stuck part"');
});

test('a second signal ends it at once', async () => {
  service = new RunningService(
    `run(async (scope) => scope.onClose('stuck part', () => new Promise(() => {})), 60_000);`,
  );
  await service.says('is ready');
  service.process.kill('SIGTERM');
  await service.says('service is stopping');
  service.process.kill('SIGTERM');
  expect(await service.exit).toBe(1);
});

test.each([
  'setTimeout(() => { throw new Error("forgotten"); }, 1)',
  'void Promise.reject(new Error("forgotten"))',
])('an uncaught error ends the process: %s', async (bug) => {
  service = new RunningService(`run(async () => { ${bug}; });`);
  expect(await service.exit).toBe(1);
  expect(service.output).toContain('"level":"fatal"');
  expect(service.output).toContain('forgotten');
});

test('a start that fails closes what was opened and ends with 1', async () => {
  service = new RunningService(`
    run(async (scope) => { scope.onClose('database', async () => log.info('database closed')); throw new Error('port is taken'); });
  `);
  expect(await service.exit).toBe(1);
  expect(service.output).toContain('port is taken');
  expect(service.output).toContain('database closed');
});

test('what the operator has to put right is one line without a stack, and ends with 78', async () => {
  service = new RunningService(`run(async () => { throw new SettingsError(['PLANS: must be JSON']); });`);
  expect(await service.exit).toBe(78);
  const lines = service.output.trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'service cannot start: PLANS: must be JSON' });
  expect(lines[0]).not.toContain('stack');
});

describe('an engine that is unavailable at the start', () => {
  let engine: Server | undefined;
  afterEach(() => engine?.close());

  const connecting = (port: number, required: boolean): string => `
    const { connect } = require('node:net');
    run(async (scope) => {
      await scope.connect({
        name: 'RabbitMQ', setting: 'AMQP_URL', url: 'amqp://user:hunter2@127.0.0.1:${port}/', required: ${required},
        check: () => new Promise((resolve, reject) => {
          const socket = connect(${port}, '127.0.0.1', () => { socket.destroy(); resolve(undefined); });
          socket.on('error', reject);
        }),
      });
    });
  `;

  async function freePort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }

  test('is named in one sentence that says what to do, and waited for', async () => {
    const port = await freePort();
    service = new RunningService(connecting(port, true));
    await service.says(
      `RabbitMQ does not answer at 127.0.0.1:${port} (ECONNREFUSED): is AMQP_URL right, and does it run? Next try in`,
    );
    expect(service.output).not.toContain('hunter2');
    expect(service.output).not.toContain('is ready');
    engine = createServer().listen(port, '127.0.0.1');
    await service.says('is ready');
  });

  test('does not keep a service from stopping', async () => {
    service = new RunningService(connecting(await freePort(), true));
    await service.says('does not answer');
    service.process.kill('SIGTERM');
    expect(await service.exit).toBe(0);
  });

  test('does not keep a service from starting that can do without', async () => {
    service = new RunningService(connecting(await freePort(), false));
    await service.says('is ready');
    await service.says('does not answer');
  });
});

test('what was needed for the start only is given back before the service is ready', async () => {
  service = new RunningService(`
    const rss = () => Math.round(process.memoryUsage.rss() / 1_048_576);
    const fill = () => Array.from({ length: 1_000_000 }, (_, index) => ({ index, text: 'n' + index }));
    run(async () => {
      globalThis.catalogue = fill();
      log.info('grown to ' + rss() + ' MB');
      globalThis.catalogue = undefined;
      setInterval(() => log.info('now at ' + rss() + ' MB'), 50);
    });
  `);
  const afterStart = /is ready[^]*?now at (\d+) MB/;
  await service.says(afterStart);
  const megabytes = (said: RegExp): number => Number(said.exec(service.output)?.[1]);
  const [grown, kept] = [megabytes(/grown to (\d+) MB/), megabytes(afterStart)];
  expect(grown - kept).toBeGreaterThan(30);
});
