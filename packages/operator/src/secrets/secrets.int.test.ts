import { randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import { linkSecretProof, proveSecrets } from '@postrider/db';
import { createSecretBox } from '@postrider/runtime';
import { createDomain, createOrganization } from '@postrider/testkit';
import { createOperator, useOperator } from '../../test/run-operator';

const oldKey = randomBytes(32);
const newKey = randomBytes(32);

const operator = useOperator({
  MASTER_KEY: newKey.toString('base64'),
  MASTER_KEYS_PREVIOUS: oldKey.toString('base64'),
});

it('seals every secret again under a new master key, and can be repeated', async () => {
  const { id: organizationId } = await createOrganization(operator.pool);
  const domain = await createDomain(operator.pool, { organizationId });
  const before = createSecretBox({ masterKey: oldKey });
  const keyId = newId();
  await operator.pool.query('DELETE FROM dkim_keys');
  await operator.pool.query(
    `INSERT INTO dkim_keys (id, domain_id, selector, algorithm, public_key, private_key)
     VALUES ($1, $2, 'old', 'rsa-2048', 'x', $3)`,
    [keyId, domain.id, before.seal('a private key', keyId)],
  );
  const first = await operator.json<object[]>('secrets', 'reseal');
  expect(first).toContainEqual({ secret: 'dkim_keys.private_key', resealed: 1, current: 0 });
  const stored = await operator.rowOf<{ private_key: string }>(
    'SELECT private_key FROM dkim_keys WHERE id = $1',
    [keyId],
  );
  expect(createSecretBox({ masterKey: newKey }).open(stored?.private_key ?? '', keyId)).toBe('a private key');
  expect(await operator.json('secrets', 'reseal')).toContainEqual({
    secret: 'dkim_keys.private_key',
    resealed: 0,
    current: 1,
  });
});

describe('secrets', () => {
  const operatorWith = (settings: Record<string, string>) =>
    createOperator(operator.context, {
      LINK_SECRET: oldKey.toString('base64'),
      RETURN_PATH_SECRET: 'a secret of return paths',
      ...settings,
    });
  const states = async (by: ReturnType<typeof createOperator>) => {
    const { exitCode, stdout } = await by.run('--json', 'secrets', 'check');
    const checked = JSON.parse(stdout) as { secret: string; owner?: string; state: string }[];
    const shown = checked.map(({ secret, owner, state }) => [secret, owner ? `${owner}: ${state}` : state]);
    return { exitCode, ...(Object.fromEntries(shown) as Record<string, string>) };
  };

  it('come under a new master key in three steps, after which the old one starts nothing', async () => {
    await operator.pool.query('DELETE FROM secret_proofs; DELETE FROM dkim_keys');
    const before = createSecretBox({ masterKey: oldKey });
    await proveSecrets(operator.pool, { secretBox: before });
    const rotating = operatorWith({
      MASTER_KEY: newKey.toString('base64'),
      MASTER_KEYS_PREVIOUS: oldKey.toString('base64'),
    });
    expect(await states(rotating)).toMatchObject({
      exitCode: 0,
      MASTER_KEY: 'correct, through a previous value: not accepted or resealed yet',
      LINK_SECRET: 'no service has started with it yet',
    });
    await rotating.json('secrets', 'reseal');
    await expect(proveSecrets(operator.pool, { secretBox: before })).rejects.toThrow('MASTER_KEY');
    expect(await states(operatorWith({ MASTER_KEY: newKey.toString('base64') }))).toMatchObject({
      MASTER_KEY: 'correct',
    });
  });

  it('are not sealed again with a key that is not the one before', async () => {
    const mistaken = operatorWith({ MASTER_KEY: randomBytes(32).toString('base64') });
    const { exitCode, stderr } = await mistaken.run('secrets', 'reseal');
    expect([exitCode, stderr]).toEqual([
      78,
      'MASTER_KEY: is neither the key that sealed the secrets in this database nor listed in MASTER_KEYS_PREVIOUS\n',
    ]);
  });

  it('that were changed on purpose are accepted; a master key only when it is said that what it sealed is lost', async () => {
    await proveSecrets(operator.pool, { others: [linkSecretProof(newKey, [])] });
    const changed = operatorWith({ MASTER_KEY: newKey.toString('base64') });
    expect(await states(changed)).toMatchObject({
      exitCode: 1,
      LINK_SECRET: 'differs from the one of this database',
    });
    await changed.json('secrets', 'accept', 'LINK_SECRET');
    await changed.json('secrets', 'accept', 'RETURN_PATH_SECRET');
    expect(await states(changed)).toMatchObject({ LINK_SECRET: 'correct', RETURN_PATH_SECRET: 'correct' });

    const { id: organizationId } = await createOrganization(operator.pool);
    const masterKey = newKey.toString('base64');
    const domain = await createDomain(operator.pool, { organizationId, masterKey });
    const stranger = operatorWith({ MASTER_KEY: oldKey.toString('base64') });
    const { exitCode, stderr } = await stranger.run('secrets', 'accept', 'MASTER_KEY');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('MASTER_KEYS_PREVIOUS')]);
    await stranger.json('secrets', 'accept', 'MASTER_KEY', '--although-sealed-secrets-are-lost');
    const { rows } = await operator.pool.query<{ id: string }>(
      'SELECT id FROM dkim_keys WHERE domain_id = $1',
      [domain.id],
    );
    expect(await states(stranger)).toMatchObject({
      exitCode: 1,
      MASTER_KEY: 'correct',
      [`dkim_keys.private_key of ${rows[0]?.id}`]: `${domain.name}: does not open`,
    });
  });
});
