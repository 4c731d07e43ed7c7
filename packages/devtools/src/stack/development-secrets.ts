import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { newId } from '@postrider/contracts/ids';
import { generateDkimKeyPair } from '@postrider/mail';
import { localPath, writePrivateFile } from '@postrider/testkit';
import { z } from 'zod';

export const demoKeyNames = [
  'admin_live',
  'full_live',
  'send_live',
  'send_test',
  'admin_test',
  'bench_live',
] as const;
export type DemoKeyName = (typeof demoKeyNames)[number];

const keyPair = z.object({ privateKeyPem: z.string(), publicKeyPem: z.string() });

const schema = z.object({
  masterKey: z.string(),
  returnPathSecret: z.string(),
  /** This and other defaults are made up for a file that is older than they are. */
  linkSecret: z.string().default(() => randomBytes(32).toString('base64')),
  relaySecret: z.string().default(() => randomBytes(32).toString('base64')),
  operatorPassword: z.string(),
  /** Of the demo organization's owner. */
  ownerPassword: z.string().default(() => randomBytes(12).toString('base64url')),
  organizationId: z.uuid(),
  keys: z.record(z.enum(demoKeyNames), z.object({ id: z.uuid(), token: z.string() })),
  dkim: z.object({ transactional: keyPair, bulk: keyPair }),
});

/** Everything random in the development stack, made once: tokens stay valid while the data lives. */
export type DevelopmentSecrets = z.infer<typeof schema>;

export async function ensureDevelopmentSecrets(): Promise<DevelopmentSecrets> {
  const file = localPath('secrets.json');
  if (fs.existsSync(file)) return readSecrets(file);
  const [transactional, bulk] = await Promise.all([generateDkimKeyPair(), generateDkimKeyPair()]);
  const secrets: DevelopmentSecrets = {
    masterKey: randomBytes(32).toString('base64'),
    returnPathSecret: randomBytes(32).toString('base64'),
    linkSecret: randomBytes(32).toString('base64'),
    relaySecret: randomBytes(32).toString('base64'),
    operatorPassword: randomBytes(12).toString('base64url'),
    ownerPassword: randomBytes(12).toString('base64url'),
    organizationId: newId(),
    keys: Object.fromEntries(demoKeyNames.map((name) => [name, newKey(name)])) as DevelopmentSecrets['keys'],
    dkim: { transactional, bulk },
  };
  write(file, secrets);
  return secrets;
}

function readSecrets(file: string): DevelopmentSecrets {
  const stored: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
  const secrets = schema.parse(stored);
  if (!isDeepStrictEqual(stored, secrets)) write(file, secrets);
  return secrets;
}

function write(file: string, secrets: DevelopmentSecrets): void {
  writePrivateFile(file, `${JSON.stringify(secrets, null, 2)}\n`);
}

function newKey(name: DemoKeyName) {
  const mode = name.endsWith('_test') ? 'test' : 'live';
  return { id: newId(), token: `pr_${mode}_${randomBytes(24).toString('hex')}` };
}
