import { createLineWriter, createLogger } from './logger';
import { addressOfUrl, maskText } from './mask';

function capture(): { lines: () => Record<string, unknown>[]; destination: { write(line: string): void } } {
  const written: string[] = [];
  return {
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
    destination: { write: (line) => void written.push(line) },
  };
}

test('secrets never reach a line, wherever they are in the logged object', () => {
  const { lines, destination } = capture();
  const log = createLogger({ name: 'test', level: 'info', destination });
  const secret = 'pr_live_s3cret';
  log.info(
    {
      authorization: secret,
      password: secret,
      headers: { authorization: secret, cookie: secret, 'set-cookie': secret },
      key: { token: secret, inner: { secret, privateKey: secret } },
    },
    'request finished',
  );
  expect(JSON.stringify(lines())).not.toContain(secret);
  expect(lines()[0]).toMatchObject({ level: 'info', name: 'test', msg: 'request finished' });
});

test('secrets are found by other names, by their form, in lists, and however deep', () => {
  const { lines, destination } = capture();
  const log = createLogger({ name: 'test', level: 'info', destination });
  const secret = 's3cret';
  const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${secret}`;
  log.info({
    ...{ accessToken: secret, refreshToken: secret, secretKey: secret, passphrase: secret, otp: 123_456 },
    url: `https://u:${secret}@host.example/?reset_token=${secret}`,
    answer: { text: `Bearer ${secret}`, parts: [{ clientSecret: secret }, jwt] },
    deep: { a: { b: { c: { d: { note: secret } } } } },
    ...{ tokens: 3, at: new Date(0), ids: ['m1'] },
  });
  log.error({ err: new Error(`refused: ${jwt}`) }, 'failed');
  expect(JSON.stringify(lines())).not.toMatch(/s3cret|123456/);
  expect(lines()[0]).toMatchObject({
    answer: { parts: [{ clientSecret: '[redacted]' }, '[redacted]'] },
    ...{ tokens: 3, at: '1970-01-01T00:00:00.000Z', ids: ['m1'] },
  });
});

test('what is logged is not changed', () => {
  const { lines, destination } = capture();
  const log = createLogger({ name: 'test', level: 'info', destination });
  const logged = { key: { token: 'pr_live_s3cret', id: 'k1' }, at: new Date(0) };
  log.info(logged);
  expect(logged.key.token).toBe('pr_live_s3cret');
  expect(lines()[0]).toMatchObject({
    key: { token: '[redacted]', id: 'k1' },
    at: '1970-01-01T00:00:00.000Z',
  });
});

test('an error keeps its kind, code, text and causes, and loses the row that it carries', () => {
  const { lines, destination } = capture();
  const log = createLogger({ name: 'test', level: 'info', destination });
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(jane@example.com)',
  });
  log.error({ err: new Error('could not save jane@example.com', { cause }) }, 'failed');
  expect(lines()[0]).toMatchObject({
    err: { type: 'Error', message: 'could not save j***@example.com', cause: { code: '23505' } },
  });
  expect(JSON.stringify(lines())).not.toContain('jane@');
});

test('bound ids are on every line of a piece of work', () => {
  const { lines, destination } = capture();
  const log = createLogger({ name: 'test', level: 'info', destination });
  log.child({ request_id: 'r1', message_id: 'm1' }).info('done');
  expect(lines()[0]).toMatchObject({ request_id: 'r1', message_id: 'm1' });
});

test('a line writer writes what the logger would, and nothing below its level', () => {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  const log = createLogger({ name: 'test', level: 'info', destination }).child({ service: 'a "b"' });
  const fields = { path: '/a"\n\ud800\u2028', left_out: undefined, none: null, ids: ['m1'], status: 200 };
  log.info(fields, 'request "x"');
  const write = createLineWriter(log, 'request "x"');
  write(fields);
  log.level = 'warn';
  write(fields);
  const withoutTime = written.map((line) => line.replace(/"time":"[^"]+"/, ''));
  expect(withoutTime).toEqual([withoutTime[0], withoutTime[0]]);
});

test('masks keep a case findable and a person unreachable', () => {
  expect(maskText('550 no such user <jane@example.com>, see https://x.test')).toBe(
    '550 no such user <j***@example.com>, see https://x.test',
  );
  expect(maskText('at (/app/amqplib@2.3.1/lib/mux.js:47:27)')).toBe(
    'at (/app/amqplib@2.3.1/lib/mux.js:47:27)',
  );
  expect(maskText('connect amqp://user:pass@host:5672/v failed')).toBe(
    'connect amqp://***@host:5672/v failed',
  );
});

test('the address of an engine is logged without its credentials', () => {
  expect(addressOfUrl('postgres://user:p%40ss@db.internal:5432/name?x=1')).toBe('db.internal:5432');
  expect(addressOfUrl('redis-cluster://:p@ss@a:1,b:2')).toBe('a:1,b:2');
});
