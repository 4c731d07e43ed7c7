import { randomBytes } from 'node:crypto';
import { createSecretBox } from '@postrider/runtime';
import { createDomain, createOrganization, useTestContext } from '@postrider/testkit';
import { proveSecrets, readProofs, renewProof } from './prove-secrets';
import { linkSecretProof, masterKeyProof, returnPathSecretProof } from './secret-proof';

const context = useTestContext();
afterEach(() => context.pool.query('TRUNCATE secret_proofs, organizations CASCADE'));

const key = randomBytes(32);
const otherKey = randomBytes(32);
const box = createSecretBox({ masterKey: key });
const otherBox = createSecretBox({ masterKey: otherKey });
const links = (secret: Buffer, previous: Buffer[] = []) => linkSecretProof(secret, previous);
const returnPaths = (secret: string, previous: string[] = []) => returnPathSecretProof({ secret, previous });
const prove = (...given: Parameters<typeof proveSecrets> extends [unknown, ...infer Rest] ? Rest : never) =>
  proveSecrets(context.pool, ...given);

async function storeDkimKey(masterKey: Buffer): Promise<void> {
  const { id: organizationId } = await createOrganization(context.pool);
  await createDomain(context.pool, { organizationId, masterKey: masterKey.toString('base64') });
}

test('the first start on an empty database writes the proofs, every later one is held to them', async () => {
  const others = [links(key), returnPathSecretProof({ secret: 'a secret of return paths' })];
  await prove({ secretBox: box, others });
  await prove({ secretBox: box, others });
  await expect(prove({ secretBox: otherBox })).rejects.toThrow(
    'MASTER_KEY: is neither the key that sealed the secrets in this database nor listed in MASTER_KEYS_PREVIOUS',
  );
  await expect(prove({ others: [links(otherKey)] })).rejects.toThrow('LINK_SECRET: is neither the secret');
  await expect(
    prove({ others: [returnPathSecretProof({ secret: 'another return path secret' })] }),
  ).rejects.toThrow('RETURN_PATH_SECRET: is neither the secret');
});

test('all wrong secrets are reported together', async () => {
  await prove({ secretBox: box, others: [links(key)] });
  await expect(prove({ secretBox: otherBox, others: [links(otherKey)] })).rejects.toMatchObject({
    problems: [expect.stringMatching(/^MASTER_KEY: /), expect.stringMatching(/^LINK_SECRET: /)],
  });
});

test('of processes with different keys that start at the same time on an empty database, one kind alone gets in', async () => {
  const boxes = [box, otherBox, box, otherBox, box, otherBox];
  const results = await Promise.allSettled(boxes.map((secretBox) => prove({ secretBox })));
  const started = boxes.filter((_box, index) => results[index]?.status === 'fulfilled');
  expect(started).toHaveLength(3);
  expect(new Set(started).size).toBe(1);
});

test('a database from before there were proofs is asked whether its secrets open', async () => {
  await storeDkimKey(key);
  await expect(prove({ secretBox: otherBox })).rejects.toThrow('MASTER_KEY: is neither the key');
  expect((await readProofs(context.pool)).size).toBe(0);
  await prove({ secretBox: box });
});

test('one damaged row does not keep services from starting', async () => {
  await storeDkimKey(key);
  await storeDkimKey(otherKey);
  await prove({ secretBox: box });
});

test('a rotated secret is taken with its former one beside it, and alone when the proof has been renewed', async () => {
  await prove({ secretBox: box, others: [links(key), returnPaths('the first secret')] });
  const rotated = createSecretBox({ masterKey: otherKey, previousKeys: [key] });
  const rotatedOthers = [links(otherKey, [key]), returnPaths('the next secret', ['the first secret'])];
  await prove({ secretBox: rotated, others: rotatedOthers });
  for (const proof of [masterKeyProof(rotated), ...rotatedOthers]) await renewProof(context.pool, proof);
  await prove({ secretBox: otherBox, others: [links(otherKey), returnPaths('the next secret')] });
  await expect(
    prove({ secretBox: box, others: [links(key), returnPaths('the first secret')] }),
  ).rejects.toMatchObject({
    problems: ['MASTER_KEY', 'LINK_SECRET', 'RETURN_PATH_SECRET'].map(
      (setting) => expect.stringMatching(`^${setting}: `) as string,
    ),
  });
});

test('a proof tells nothing about its secret', async () => {
  await prove({
    secretBox: box,
    others: [links(otherKey), returnPathSecretProof({ secret: 'a secret of return paths' })],
  });
  const stored = JSON.stringify([...(await readProofs(context.pool)).values()]);
  for (const secret of [key, otherKey, Buffer.from('a secret of return paths')]) {
    for (const encoding of ['base64', 'base64url', 'hex', 'utf8'] as const) {
      expect(stored).not.toContain(secret.toString(encoding));
    }
  }
});

test('a proof that was damaged is the wrong one', async () => {
  await prove({ secretBox: box });
  await context.pool.query("UPDATE secret_proofs SET proof = 'v1.x'");
  await expect(prove({ secretBox: box })).rejects.toThrow('MASTER_KEY');
});
