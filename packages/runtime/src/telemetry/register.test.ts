import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A collector that keeps what it is sent, as JSON (OTLP/HTTP). */
interface Span {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
}

let collector: Server;
let spans: Span[];
let endpoint: string;
let folder: string;

beforeEach(async () => {
  spans = [];
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      spans.push(...readSpans(Buffer.concat(chunks).toString()));
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'register-'));
});
afterEach(async () => {
  collector.close();
  await rm(folder, { recursive: true });
});

function readSpans(body: string): Span[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: {
      resource: { attributes: { key: string; value: { stringValue?: string } }[] };
      scopeSpans: { spans: { name: string; traceId: string }[] }[];
    }[];
  };
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ name, traceId }) => ({ service, name, traceId })),
    );
  });
}

/** A service that answers one request, logs in it and stops; prints its log lines. */
async function runService(environment: Record<string, string>): Promise<Record<string, unknown>[]> {
  const main = join(folder, 'services', 'send-worker', 'dist', 'main.js');
  await mkdir(join(main, '..'), { recursive: true });
  await writeFile(
    main,
    `const http = require('node:http');
     const { createLogger } = require(${JSON.stringify(join(__dirname, '../log/logger.ts'))});
     const { stopTracing } = require(${JSON.stringify(join(__dirname, 'tracing-handle.ts'))});
     const log = createLogger({ name: 'service', level: 'info' });
     const server = http.createServer((request, response) => { log.info('request'); response.end(); });
     server.listen(0, '127.0.0.1', () => {
       http.get({ port: server.address().port, host: '127.0.0.1' }, (response) => {
         response.resume().on('end', async () => { await stopTracing(); process.exit(0); });
       });
     });`,
  );
  const flags = ['--require', require.resolve('tsx/cjs'), '--require', join(__dirname, 'register.ts')];
  const child = spawn(process.execPath, [...flags, main], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('with a collector named, requests are traced under the name of the service, and log lines carry the trace', async () => {
  const [line] = await runService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const trace = spans.find(({ traceId }) => traceId === line?.['trace_id']);
  expect(trace).toMatchObject({ service: 'send-worker', name: 'GET' });
});

test('by default nothing is traced', async () => {
  const [line] = await runService({});
  expect(line).toMatchObject({ msg: 'request' });
  expect(line).not.toHaveProperty('trace_id');
  expect(spans).toEqual([]);
});

test('a missing collector has no effect', async () => {
  const [line] = await runService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect(line).toHaveProperty('trace_id');
});
