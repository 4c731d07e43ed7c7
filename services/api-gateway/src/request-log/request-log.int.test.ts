import { newId } from '@postrider/contracts/ids';
import { createDatabase, type Database } from '@postrider/db';
import { createLogger, createMetrics } from '@postrider/runtime';
import { createTestContext, eventually, type TestContext } from '@postrider/testkit';
import type { FinishedRequest } from '../http/report-request';
import { createRequestLog, type RequestLog } from './request-log';

let context: TestContext;
let database: Database;
const log = createLogger({ name: 'test', level: 'silent' });

beforeAll(async () => {
  context = await createTestContext();
  database = connect(context.databaseUrl, 30_000);
});
afterAll(async () => {
  await database.close();
  await context.close();
});

function connect(url: string, connectionTimeoutMs: number): Database {
  return createDatabase({
    url,
    applicationName: 'test',
    connectionTimeoutMs,
    onConnectionError: () => undefined,
  });
}

function finished(overrides: Partial<FinishedRequest> = {}): FinishedRequest {
  return {
    id: newId(),
    requestId: 'r1',
    organizationId: newId(),
    apiKeyId: newId(),
    method: 'POST',
    path: '/api/v1/emails',
    status: 200,
    errorCode: null,
    startedAt: new Date(),
    durationMs: 1.5,
    requestBytes: 100,
    responseBytes: 60,
    metadataBytes: null,
    unknownFields: null,
    emailIds: [],
    isRead: false,
    isReplay: false,
    warnings: [],
    exchange: { queryString: '', headers: {}, requestBody: undefined, responseBody: undefined },
    ...overrides,
  };
}

async function rowsOf(organizationId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await context.pool.query<Record<string, unknown>>(
    'SELECT * FROM api_request_logs WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
  return rows;
}

interface Counted {
  readonly requestLog: RequestLog;
  readonly dropped: (reason: string) => Promise<number>;
}

function start(parts: Partial<Parameters<typeof createRequestLog>[0]> = {}): Counted {
  const metrics = createMetrics();
  const requestLog = createRequestLog({
    pool: database.pool,
    log,
    metrics,
    drainTimeoutMs: 50_000,
    ...parts,
  });
  const dropped = async (reason: string): Promise<number> => {
    const sample = new RegExp(`^request_log_dropped_total\\{reason="${reason}"\\} (\\d+)$`, 'm');
    return Number(sample.exec(await metrics.text())?.[1]);
  };
  return { requestLog, dropped };
}

it('writes one row for each request soon after it', async () => {
  const { requestLog } = start();
  const request = finished({
    status: 422,
    errorCode: 'validation_error',
    metadataBytes: 17,
    unknownFields: 'colour',
  });
  requestLog.record(request);
  const row = await eventually(async () => (await rowsOf(request.organizationId))[0] ?? false);
  expect(row).toMatchObject({
    id: request.id,
    api_key_id: request.apiKeyId,
    request_id: 'r1',
    method: 'POST',
    path: '/api/v1/emails',
    status: 422,
    error_code: 'validation_error',
    duration_ms: 1.5,
    request_bytes: 100,
    response_bytes: 60,
    metadata_bytes: 17,
    unknown_fields: 'colour',
    email_ids: null,
    is_replay: false,
    created_at: request.startedAt,
  });
  await requestLog.close();
});

it('writes what is buffered before it closes', async () => {
  const { requestLog, dropped } = start({ flushIntervalMs: 60_000 });
  const organizationId = newId();
  for (let n = 0; n < 1_234; n += 1) requestLog.record(finished({ organizationId, requestId: `r${n}` }));
  await requestLog.close();
  const rows = await rowsOf(organizationId);
  const expected = Array.from({ length: 1_234 }, (_, n) => `r${n}`);
  expect(rows.map((row) => row['request_id']).sort()).toEqual(expected.sort());
  expect(await dropped('shutdown')).toBe(0);
});

it('writes a full batch at once instead of waiting for its time', async () => {
  const { requestLog } = start({ flushIntervalMs: 60_000 });
  const organizationId = newId();
  for (let n = 0; n < 500; n += 1) requestLog.record(finished({ organizationId }));
  await eventually(async () => (await rowsOf(organizationId)).length === 500);
  await requestLog.close();
});

it('drops and counts what comes beyond the buffer, and what comes after it was closed', async () => {
  const { requestLog, dropped } = start({ flushIntervalMs: 60_000, bufferRowsMax: 10 });
  const organizationId = newId();
  for (let n = 0; n < 15; n += 1) requestLog.record(finished({ organizationId }));
  expect(await dropped('full')).toBe(5);
  await requestLog.close();
  requestLog.record(finished({ organizationId }));
  expect(await dropped('shutdown')).toBe(1);
  expect(await rowsOf(organizationId)).toHaveLength(10);
});

it('keeps rows while the database is unavailable, and gives up at shutdown', async () => {
  const away = connect('postgres://away@127.0.0.1:1/none', 500);
  const { requestLog, dropped } = start({ pool: away.pool, flushIntervalMs: 5, drainTimeoutMs: 50 });
  requestLog.record(finished());
  requestLog.record(finished());
  await requestLog.close();
  expect(await dropped('shutdown')).toBe(2);
  await away.close();
});

it('drops rows that the database refuses and goes on with the next', async () => {
  const { requestLog, dropped } = start({ flushIntervalMs: 5 });
  requestLog.record(finished({ organizationId: 'not a uuid' }));
  await eventually(async () => (await dropped('refused')) === 1);
  const next = finished();
  requestLog.record(next);
  await eventually(async () => (await rowsOf(next.organizationId)).length === 1);
  await requestLog.close();
});

it('cuts a path of any length', async () => {
  const { requestLog } = start();
  const request = finished({ path: `/api/v1/${'x'.repeat(8_000)}` });
  requestLog.record(request);
  await requestLog.close();
  expect((await rowsOf(request.organizationId))[0]?.['path']).toHaveLength(500);
});
