import { createHash } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import type { Mode, Permission } from '@postrider/contracts/statuses';
import { createPasswords, createUser, findCredentials, setPasswordHash } from '@postrider/identity';
import { createSecretBox } from '@postrider/runtime';
import pg from 'pg';
import { demoDomains, demoRecords, publicKeyOf, type DemoDomain } from './demo-domains';
import { demoUsers, type DemoUser } from './demo-users';
import { demoKeyNames, type DemoKeyName, type DevelopmentSecrets } from './development-secrets';

export const organizationSlug = 'postrider';

const keyShapes: Record<DemoKeyName, { permission: Permission; mode: Mode; rateLimit: number | null }> = {
  admin_live: { permission: 'ADMIN', mode: 'live', rateLimit: null },
  full_live: { permission: 'FULL', mode: 'live', rateLimit: null },
  send_live: { permission: 'SEND', mode: 'live', rateLimit: null },
  send_test: { permission: 'SEND', mode: 'test', rateLimit: null },
  admin_test: { permission: 'ADMIN', mode: 'test', rateLimit: null },
  // 0 lifts the cap: benchmarks measure the service, not its limit.
  bench_live: { permission: 'SEND', mode: 'live', rateLimit: 0 },
};

/**
 * The organization, domains, users and keys that development starts with. Run again it changes nothing; rows
 * that were edited since stay as they are.
 *
 * @returns the organization's id
 */
export async function seed(databaseUrl: string, secrets: DevelopmentSecrets): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('BEGIN');
    const organizationId = await seedOrganization(client, secrets);
    for (const domain of demoDomains(secrets)) {
      const domainId = await seedDomain(client, organizationId, domain);
      await seedDkimKey(client, { domainId, domain, masterKey: secrets.masterKey });
    }
    for (const user of demoUsers(secrets)) await seedUser(client, { organizationId, user });
    for (const name of demoKeyNames) await seedKey(client, { organizationId, name, secrets });
    await client.query('COMMIT');
    return organizationId;
  } finally {
    await client.end();
  }
}

async function seedOrganization(client: pg.Client, secrets: DevelopmentSecrets): Promise<string> {
  const [owner] = demoUsers(secrets);
  await client.query(
    `INSERT INTO organizations (id, slug, name, kind, plan, postal_address, alert_email, updated_at)
     VALUES ($1, $2, 'Postrider', 'internal', 'internal', E'1 Post Road\\nTestville', $3, now())
     ON CONFLICT (slug) DO NOTHING`,
    [secrets.organizationId, organizationSlug, owner.email],
  );
  return idOf(client, 'SELECT id FROM organizations WHERE slug = $1', [organizationSlug]);
}

async function seedDomain(client: pg.Client, organizationId: string, domain: DemoDomain): Promise<string> {
  const records = demoRecords(domain).map((record) => ({
    ...record,
    status: 'verified',
    observed: [record.type === 'MX' ? `${record.priority} ${record.value}` : record.value],
  }));
  await client.query(
    `INSERT INTO domains (id, organization_id, name, status, stream, records, tracking_verified,
                          verified_at, last_checked_at, next_check_at, updated_at)
     VALUES ($1, $2, $3, 'verified', $4, $5, true, now(), now(), now(), now()) ON CONFLICT DO NOTHING`,
    [newId(), organizationId, domain.name, domain.stream, JSON.stringify(records)],
  );
  return idOf(client, 'SELECT id FROM domains WHERE name = $1 AND organization_id = $2', [
    domain.name,
    organizationId,
  ]);
}

async function seedDkimKey(
  client: pg.Client,
  { domainId, domain, masterKey }: { domainId: string; domain: DemoDomain; masterKey: string },
): Promise<void> {
  const id = newId();
  const publicKey = publicKeyOf(domain.keyPair);
  const box = createSecretBox({ masterKey: Buffer.from(masterKey, 'base64') });
  // A database that outlived .local holds a key sealed with a master key that is gone: it is replaced.
  await client.query(`DELETE FROM dkim_keys WHERE domain_id = $1 AND selector = $2 AND public_key <> $3`, [
    domainId,
    domain.selector,
    publicKey,
  ]);
  await client.query(
    `INSERT INTO dkim_keys (id, domain_id, selector, algorithm, public_key, private_key)
     VALUES ($1, $2, $3, 'rsa-2048', $4, $5) ON CONFLICT (domain_id, selector) DO NOTHING`,
    [id, domainId, domain.selector, publicKey, box.seal(domain.keyPair.privateKeyPem, id)],
  );
}

/** The password of `.local/dev.json` signs in, whatever was set before. */
async function seedUser(
  client: pg.Client,
  { organizationId, user }: { readonly organizationId: string; readonly user: DemoUser },
): Promise<void> {
  const { email, name, password, isOperator } = user;
  const passwords = createPasswords();
  const turn = { network: 'local', isKnownDevice: true };
  const known = await findCredentials(client, { email });
  const passwordHash = await passwords.hash(password, turn);
  const id = known?.id ?? (await createUser(client, { email, name, passwordHash, isOperator }));
  if (known !== null && !(await passwords.verify(known.passwordHash, password, turn))) {
    await setPasswordHash(client, known.id, passwordHash);
  }
  if (isOperator) return;
  await client.query(
    `INSERT INTO memberships (id, organization_id, user_id, role, domain_ids, content, export)
     VALUES ($1, $2, $3, 'owner', '{}', true, true) ON CONFLICT (organization_id, user_id) DO NOTHING`,
    [newId(), organizationId, id],
  );
}

async function seedKey(
  client: pg.Client,
  {
    organizationId,
    name,
    secrets,
  }: { organizationId: string; name: DemoKeyName; secrets: DevelopmentSecrets },
): Promise<void> {
  const { id, token } = secrets.keys[name];
  const { permission, mode, rateLimit } = keyShapes[name];
  await client.query(
    `INSERT INTO api_keys (id, organization_id, name, mode, permission, prefix, token_hash, domain_ids, rate_limit)
     VALUES ($1, $2, $3, $4, $5, $6, $7, '{}', $8) ON CONFLICT (id) DO NOTHING`,
    [
      id,
      organizationId,
      name,
      mode,
      permission,
      token.slice(0, 12),
      createHash('sha256').update(token).digest(),
      rateLimit,
    ],
  );
}

async function idOf(client: pg.Client, sql: string, values: unknown[]): Promise<string> {
  const { rows } = await client.query<{ id: string }>(sql, values);
  const [row] = rows;
  if (!row) throw new Error(`nothing found by: ${sql}`);
  return row.id;
}
