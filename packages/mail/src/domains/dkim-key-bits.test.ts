import { generateKeyPairSync } from 'node:crypto';
import { dkimDnsRecord, generateDkimKeyPair } from '../signing/dkim-key';
import { dkimKeyBits } from './dkim-key-bits';

const rsa = (modulusLength: number, type: 'spki' | 'pkcs1' = 'spki'): string =>
  `v=DKIM1; k=rsa; p=${generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type, format: 'der' }).toString('base64')}`;

test('the length of an RSA key, in both forms that are published', () => {
  expect(dkimKeyBits(rsa(512))).toBe(512);
  expect(dkimKeyBits(rsa(1_024))).toBe(1_024);
  expect(dkimKeyBits(rsa(1_024, 'pkcs1').replace('k=rsa; ', ''))).toBe(1_024);
  expect(dkimKeyBits(rsa(2_048).replace(/.{60}/g, '$& '))).toBe(2_048);
});

test('keys of ours are of 2,048 bits', async () => {
  const { publicKeyPem } = await generateDkimKeyPair('rsa-sha256');
  expect(dkimKeyBits(dkimDnsRecord(publicKeyPem))).toBe(2_048);
});

test.each([
  ['of another algorithm', 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
  ['that is revoked', 'v=DKIM1; p='],
  ['that is none', 'v=DKIM1; p=hello'],
  ['of a megabyte', `v=DKIM1; p=${'A'.repeat(1_000_000)}`],
  ['in no record', 'v=spf1 -all'],
])('a key %s has no length', (_, record) => {
  expect(dkimKeyBits(record)).toBeNull();
});
