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
  'P1001',
])('%s passes by itself', (code) => {
  expect(isEngineUnavailable(coded(code))).toBe(true);
});

test.each(['23505', '22P02', '42601', 'P2002', 'ERR_ASSERTION'])(
  '%s fails again however often it is tried',
  (code) => {
    expect(isEngineUnavailable(coded(code))).toBe(false);
  },
);

test.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  "Stream isn't writeable and enableOfflineQueue options is false",
  'LOADING Redis is loading the dataset in memory',
])('"%s" is an outage, although it has no code', (text) => {
  expect(isEngineUnavailable(new Error(text))).toBe(true);
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
