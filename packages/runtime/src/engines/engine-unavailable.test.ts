import { isEngineUnavailable } from './engine-unavailable';

function coded(code: string): Error {
  return Object.assign(new Error('failed'), { code });
}

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01',
  '57P03',
  '53100',
  '53300',
  '08006',
  '40001',
  '40P01',
  '57014',
  '55P03',
  '25006',
  '25P03',
  'EPIPE',
  'P1001',
  'overloaded',
])('%s passes by itself', (code) => {
  expect(isEngineUnavailable(coded(code))).toBe(true);
});

test.each(['23505', '22P02', '42601', '42P01', '28P01', 'P2002', 'EACCES', '085', '', 'ERR_ASSERTION'])(
  '%s fails again however often it is tried',
  (code) => {
    expect(isEngineUnavailable(coded(code))).toBe(false);
  },
);

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  "Stream isn't writeable and enableOfflineQueue options is false",
  'LOADING Redis is loading the dataset in memory',
])('"%s" is an outage, although it has no code', (text) => {
  expect(isEngineUnavailable(new Error(text))).toBe(true);
});

test('finds the reason inside of wrapped errors, also in circles and in what Prisma wraps', () => {
  const inner = coded('23505');
  const outer = new Error('accept failed', { cause: inner });
  inner.cause = outer;
  expect(isEngineUnavailable(outer)).toBe(false);
  expect(
    isEngineUnavailable(Object.assign(new Error('P'), { meta: { driverAdapterError: coded('57P03') } })),
  ).toBe(true);
  expect(isEngineUnavailable(Object.assign(new Error('P'), { kind: 'DatabaseNotReachable' }))).toBe(true);
  const gathered = new AggregateError([]);
  gathered.errors.push(gathered);
  expect(isEngineUnavailable(gathered)).toBe(false);
});

test('does not stumble over what is no error', () => {
  expect([undefined, null, 'text', 42].map(isEngineUnavailable)).toEqual([false, false, false, false]);
});

test('a cause counts, and of several errors all must be outages', () => {
  expect(isEngineUnavailable(new Error('query failed', { cause: coded('ECONNRESET') }))).toBe(true);
  expect(isEngineUnavailable(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]))).toBe(true);
  expect(isEngineUnavailable(new AggregateError([coded('ECONNREFUSED'), coded('23505')]))).toBe(false);
  expect(isEngineUnavailable(new TypeError('x is not a function'))).toBe(false);
});

test('a session that PostgreSQL refuses counts, whatever the code', () => {
  expect(isEngineUnavailable(Object.assign(new Error('refused'), { code: '55000', severity: 'FATAL' }))).toBe(
    true,
  );
  expect(isEngineUnavailable(Object.assign(new Error('refused'), { code: '55000', severity: 'ERROR' }))).toBe(
    false,
  );
});
