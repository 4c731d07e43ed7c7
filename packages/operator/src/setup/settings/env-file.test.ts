import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changeEnvFile, readEnvFile } from './env-file';

const values = new Map([
  ['PLATFORM_FROM', 'Postrider <postrider@example.com>'],
  ['DATABASE_URL', 'postgresql://u:p@127.0.0.1/db?sslmode=verify-full&sslrootcert=/etc/ca.pem'],
  ['DELIVERY_ROUTES', '*=smtp://user%40example.com:a%23b@relay.example.net:587'],
  ['PLANS', '{"free": {"daily_cap": 200}} # not a comment'],
  ['NAME', "O'Brien's"],
]);

it('an environment file is read as it was written, by us and by Node.js', () => {
  const text = changeEnvFile('', values);
  expect(readEnvFile(text)).toEqual(values);
  const folder = mkdtempSync(path.join(tmpdir(), 'env-file-'));
  try {
    const file = path.join(folder, 'common.env');
    writeFileSync(file, text);
    const names = JSON.stringify([...values.keys()]);
    const script = `console.log(JSON.stringify(${names}.map((name) => process.env[name])))`;
    const { stdout } = spawnSync(process.execPath, [`--env-file=${file}`, '-e', script], {
      encoding: 'utf8',
      env: {},
    });
    expect(JSON.parse(stdout)).toEqual([...values.values()]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('changes what differs and keeps the rest as it stands', () => {
  const text = [
    '# ours',
    "PLATFORM_FROM='Old <old@example.com>'",
    'LOG_LEVEL=debug  # for now',
    'EHLO_NAME="out.example.com"',
    'DELIVERY_ROUTES=*=mx',
    '',
  ].join('\n');
  const changed = changeEnvFile(
    text,
    new Map([
      ['PLATFORM_FROM', 'New <new@example.com>'],
      ['EHLO_NAME', 'out.example.com'],
      ['DELIVERY_ROUTES', null],
      ['SMTP_NAME', 'smtp.example.com'],
    ]),
  );
  expect(changed.split('\n')).toEqual([
    '# ours',
    "PLATFORM_FROM='New <new@example.com>'",
    'LOG_LEVEL=debug  # for now',
    'EHLO_NAME="out.example.com"',
    'SMTP_NAME=smtp.example.com',
    '',
  ]);
  expect(changeEnvFile(changed, readEnvFile(changed))).toBe(changed);
});

it('refuses a value that ends its line', () => {
  expect(() => changeEnvFile('', new Map([['NAME', 'a\nB=c']]))).toThrow('one line');
});
