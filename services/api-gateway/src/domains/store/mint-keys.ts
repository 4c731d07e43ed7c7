import { newId } from '@postrider/contracts/ids';
import { dkimDnsRecord, generateDkimKeyPair, type DkimAlgorithm } from '@postrider/mail';
import type { SecretBox } from '@postrider/runtime';
import type { DkimKeyRow } from './dkim-key-state';

export interface NewDkimKey {
  readonly id: string;
  readonly selector: string;
  /** rsa-2048 | ed25519 */
  readonly algorithm: string;
  readonly publicKey: string;
  /** Sealed; additional data: the id. */
  readonly privateKey: string;
  readonly active: boolean;
}

/**
 * New keys under selectors of their own; RSA first. Beside it one of Ed25519 where the platform wants them (RFC 8463): receivers that do
 * not know it ignore its signature.
 * @param rsaSigns false: also the RSA key waits for its record
 */
export async function mintKeys(
  secretBox: SecretBox,
  {
    number,
    ed25519,
    rsaSigns,
  }: { readonly number: number; readonly ed25519: boolean; readonly rsaSigns: boolean },
): Promise<NewDkimKey[]> {
  const rsa = await mint(secretBox, { selector: `pr${number}`, algorithm: 'rsa-sha256', active: rsaSigns });
  if (!ed25519) return [rsa];
  // A domain may be verified without its record, so it never signs from the start.
  return [
    rsa,
    await mint(secretBox, { selector: `pr${number}e`, algorithm: 'ed25519-sha256', active: false }),
  ];
}

async function mint(
  secretBox: SecretBox,
  {
    selector,
    algorithm,
    active,
  }: { readonly selector: string; readonly algorithm: DkimAlgorithm; readonly active: boolean },
): Promise<NewDkimKey> {
  const id = newId();
  const { privateKeyPem, publicKeyPem } = await generateDkimKeyPair(algorithm);
  const record = dkimDnsRecord(publicKeyPem);
  return {
    id,
    selector,
    algorithm: algorithm === 'rsa-sha256' ? 'rsa-2048' : 'ed25519',
    publicKey: record.slice(record.indexOf('p=') + 2),
    privateKey: secretBox.seal(privateKeyPem, id),
    active,
  };
}

/** As it will be in its row. */
export function unusedKey({ privateKey: _, ...key }: NewDkimKey): DkimKeyRow {
  return { ...key, createdAt: new Date(), verifiedAt: null, activatedAt: null, retiredAt: null };
}
