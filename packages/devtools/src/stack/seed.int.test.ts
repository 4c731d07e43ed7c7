import { createHash } from 'node:crypto';
import { createPasswords } from '@postrider/identity';
import { createSecretBox } from '@postrider/runtime';
import { useTestContext } from '@postrider/testkit';
import { ensureDevelopmentSecrets, type DevelopmentSecrets } from './development-secrets';
import { seed } from './seed';

let secrets: DevelopmentSecrets;
const context = useTestContext();
beforeAll(async () => {
  secrets = await ensureDevelopmentSecrets();
});

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  return (await context.pool.query<Record<string, unknown>>(sql)).rows;
}

test('gives the keys their permissions, modes and caps', async () => {
  await seed(context.databaseUrl, secrets);
  expect(await rows('SELECT name, permission, mode, rate_limit FROM api_keys ORDER BY name')).toEqual([
    { name: 'admin_live', permission: 'ADMIN', mode: 'live', rate_limit: null },
    { name: 'admin_test', permission: 'ADMIN', mode: 'test', rate_limit: null },
    { name: 'bench_live', permission: 'SEND', mode: 'live', rate_limit: 0 },
    { name: 'full_live', permission: 'FULL', mode: 'live', rate_limit: null },
    { name: 'send_live', permission: 'SEND', mode: 'live', rate_limit: null },
    { name: 'send_test', permission: 'SEND', mode: 'test', rate_limit: null },
  ]);
  const hash = createHash('sha256').update(secrets.keys.send_live.token).digest();
  const { rowCount } = await context.pool.query('SELECT 1 FROM api_keys WHERE token_hash = $1', [hash]);
  expect(rowCount).toBe(1);
});

test('both domains are verified, one for each stream, with a key that the master key opens', async () => {
  const found = await rows(
    `SELECT d.name, d.stream, d.status, k.id, k.private_key FROM domains d JOIN dkim_keys k ON k.domain_id = d.id ORDER BY 1`,
  );
  expect(found).toMatchObject([
    { name: 'mail.postrider.test', stream: 'transactional', status: 'verified' },
    { name: 'news.postrider.test', stream: 'bulk', status: 'verified' },
  ]);
  const box = createSecretBox({ masterKey: Buffer.from(secrets.masterKey, 'base64') });
  const opened = found.map((row) => box.open(String(row['private_key']), String(row['id'])));
  expect(opened).toEqual([secrets.dkim.transactional.privateKeyPem, secrets.dkim.bulk.privateKeyPem]);
});

test('seeding again changes nothing', async () => {
  const before = await rows('SELECT * FROM domains ORDER BY id');
  const id = await seed(context.databaseUrl, secrets);
  expect(await rows('SELECT * FROM domains ORDER BY id')).toEqual(before);
  expect(await rows('SELECT id FROM organizations')).toEqual([{ id }]);
});

test('its users sign in with the passwords of dev.json, also when these are new', async () => {
  const again = { ...secrets, ownerPassword: 'another password 1' };
  await seed(context.databaseUrl, again);
  const [owner] = await rows(
    `SELECT u.password_hash, m.role FROM users u JOIN memberships m ON m.user_id = u.id WHERE u.email = 'owner@postrider.test'`,
  );
  const turn = { network: 'test', isKnownDevice: true };
  const passwords = createPasswords();
  expect(owner?.['role']).toBe('owner');
  expect(await passwords.verify(String(owner?.['password_hash']), again.ownerPassword, turn)).toBe(true);
  expect(await rows(`SELECT email FROM users WHERE is_operator`)).toEqual([
    { email: 'operator@postrider.test' },
  ]);
});
