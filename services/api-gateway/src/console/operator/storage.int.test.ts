import { randomBytes } from 'node:crypto';
import type { OperatorStorage } from '@postrider/contracts/console';
import { createSecretBox } from '@postrider/runtime';
import { createDomain, createOrganization, createUser } from '@postrider/testkit';
import { openBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

it('shows sizes and weeks of partitions, and how many secrets are under another key, but no secret', async () => {
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool);
  const { id: domainId } = await createDomain(pool, { organizationId });
  const stranger = createSecretBox({ masterKey: randomBytes(32) });
  const sealed = stranger.seal('a password', 'relay');
  await pool.query(
    `INSERT INTO transports (name, kind, options, secret, updated_at) VALUES ('relay', 'smtp', '{}', $1, now())`,
    [sealed],
  );
  const user = await createUser(pool, { isOperator: true, hasSecondFactor: true });
  const { body } = await openBrowser(api, user).get<OperatorStorage>('/operator/storage');

  const messages = body.tables.find(({ table }) => table === 'messages');
  expect(messages?.partitions).toBeGreaterThan(3);
  expect(messages?.bytes).toBeGreaterThan(0);
  expect(Date.parse(messages?.starts_at ?? '')).toBeLessThan(Date.now());
  expect(Date.parse(messages?.ends_at ?? '')).toBeGreaterThan(Date.now());
  expect(body.tables.map(({ bytes }) => bytes)).toEqual(
    body.tables.map(({ bytes }) => bytes).toSorted((one, other) => other - one),
  );

  expect(body.sealed).toContainEqual({
    ...{ table: 'transports', column: 'secret', current: 0, previous: 1, cut: false },
    keys: [sealed.split('.')[1]],
  });
  const { rows } = await pool.query<{ private_key: string }>(
    'SELECT private_key FROM dkim_keys WHERE domain_id = $1',
    [domainId],
  );
  const keys = body.sealed.find(({ table }) => table === 'dkim_keys');
  expect((keys?.current ?? 0) + (keys?.previous ?? 0)).toBe(rows.length);
  expect(body.secrets.map(({ setting }) => setting)).toContain('MASTER_KEY');
  for (const value of [sealed, ...rows.map((row) => row.private_key)]) {
    expect(JSON.stringify(body)).not.toContain(value.slice(0, 24));
  }
});
