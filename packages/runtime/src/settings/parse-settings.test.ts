import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import {
  amqpSetting,
  dnsSettings,
  engineSettings,
  masterKeySettings,
  processSettings,
} from './common-settings';
import { readSettings, settingNames } from './parse-settings';
import { SettingsError } from './settings-error';
import { durationMs, switchSetting } from './setting-types';

const schema = z.object({
  ...engineSettings,
  ...processSettings({ healthPort: 4102 }),
  VERBOSE: switchSetting(false),
});
const engines = {
  DATABASE_URL: 'postgres://user:pass@127.0.0.1/db',
  REDIS_URL: 'redis://127.0.0.1:6379/1',
  AMQP_URL: 'amqp://127.0.0.1/vhost',
};

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test('what is not set takes its default, and so does what is set to nothing', () => {
  const settings = readSettings(schema, { ...engines, LOG_LEVEL: '', VERBOSE: ' on ' });
  expect(settings).toEqual({
    ...engines,
    LOG_LEVEL: 'info',
    HEALTH_HOST: '0.0.0.0',
    HEALTH_PORT: 4102,
    SHUTDOWN_GRACE_MS: 25_000,
    VERBOSE: true,
  });
});

test('all problems are reported together, by name and without the value', () => {
  const secret = 'http://user:hunter2@host/';
  const problems = problemsOf(() =>
    readSettings(schema, {
      AMQP_URL: secret,
      REDIS_URL: engines.REDIS_URL,
      HEALTH_PORT: '99999',
      LOG_LEVEL: 'loud',
    }),
  );
  expect(problems).toEqual([
    'DATABASE_URL is required but not set',
    'AMQP_URL: must be a URL that starts with amqp:// or amqps://',
    'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent',
    'HEALTH_PORT: must be a whole number from 0 to 65535',
  ]);
  expect(problems.join()).not.toContain('hunter2');
});

test.each([
  'postgresql://user:p#ss@host/db',
  'postgresql://user:p/ss@host/db',
  'postgresql://user:50%off@host/db',
  'postgresql://user:pass@ho st/db',
  'postgresql://user:pass@host:port/db',
])('%s is no URL, and the error does not contain its password', (DATABASE_URL) => {
  expect(problemsOf(() => readSettings(schema, { ...engines, DATABASE_URL }))).toEqual([
    'DATABASE_URL: must be a URL with special characters such as # / ? @ % in user and password percent-encoded (%23)',
  ]);
});

test.each([
  { DATABASE_URL: 'postgresql:///db?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://user:p%23ss@[::1]:5432/db?sslmode=require' },
  { REDIS_URL: 'redis-cluster://user:pass@a:6379,b:6379' },
  { REDIS_URL: 'rediss://:pass@host:6380/2' },
  { AMQP_URL: 'amqps://user:pass@host/%2F?heartbeat=5' },
])('the URL of an engine %j is accepted', (url) => {
  expect(readSettings(schema, { ...engines, ...url })).toMatchObject(url);
});

test('a value comes from the file that NAME_FILE names, without its line break', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'settings-'));
  const file = path.join(folder, 'database');
  writeFileSync(file, `${engines.DATABASE_URL}\n`);
  const { DATABASE_URL: url, ...others } = engines;
  expect(readSettings(schema, { ...others, DATABASE_URL_FILE: file })).toMatchObject({ DATABASE_URL: url });
  expect(problemsOf(() => readSettings(schema, { ...engines, DATABASE_URL_FILE: file }))).toEqual([
    'DATABASE_URL and DATABASE_URL_FILE: only one of them can be set',
  ]);
  expect(problemsOf(() => readSettings(schema, { ...others, DATABASE_URL_FILE: `${file}.gone` }))).toEqual([
    `DATABASE_URL_FILE: ${file}.gone cannot be read: file not found`,
  ]);
  rmSync(folder, { recursive: true });
});

test('a check across fields is reported too', () => {
  const crossed = z
    .object({ LEASE_MS: durationMs(60_000), RENEW_MS: durationMs(20_000) })
    .refine((settings) => settings.RENEW_MS < settings.LEASE_MS, {
      path: ['RENEW_MS'],
      message: 'must be less than LEASE_MS',
    });
  expect(problemsOf(() => readSettings(crossed, { LEASE_MS: '1000' }))).toEqual([
    'RENEW_MS: must be less than LEASE_MS',
  ]);
});

test.each(['10.5', '1e3', 'ten', '-1', '0x10'])('a duration is not %s', (text) => {
  const one = z.object({ WAIT_MS: durationMs(5) });
  expect(problemsOf(() => readSettings(one, { WAIT_MS: text }))).toHaveLength(1);
});

test('resolvers are host:port, the port is optional, IPv6 is in brackets', () => {
  const dns = z.object(dnsSettings);
  expect(readSettings(dns, { DNS_SERVERS: '127.0.0.1:5354, [::1]:53,resolver.internal' })).toEqual({
    DNS_SERVERS: [
      { host: '127.0.0.1', port: 5354 },
      { host: '::1', port: 53 },
      { host: 'resolver.internal', port: 53 },
    ],
  });
  expect(readSettings(dns, {})).toEqual({ DNS_SERVERS: [] });
  expect(problemsOf(() => readSettings(dns, { DNS_SERVERS: '127.0.0.1:0' }))).toHaveLength(1);
  expect(problemsOf(() => readSettings(dns, { DNS_SERVERS: '::1' }))).toHaveLength(1);
});

test('a master key is exactly 32 bytes in base64', () => {
  const keys = z.object(masterKeySettings);
  const key = Buffer.alloc(32, 7);
  const settings = readSettings(keys, { MASTER_KEY: key.toString('base64') });
  expect(settings.MASTER_KEY.equals(key)).toBe(true);
  expect(settings.MASTER_KEYS_PREVIOUS).toEqual([]);
  const short = Buffer.alloc(31, 7).toString('base64');
  expect(
    problemsOf(() => readSettings(keys, { MASTER_KEY: short, MASTER_KEYS_PREVIOUS: short })),
  ).toHaveLength(2);
});

test('the names of the settings are those of the schema, so that .env.example can be checked', () => {
  expect(settingNames(z.object(amqpSetting))).toEqual(['AMQP_URL']);
});
