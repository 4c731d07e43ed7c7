import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';

/** What whoever decides about a zone publishes there, to say that a name belongs to an organization. */
export interface OwnershipRecord {
  readonly name: string;
  readonly value: string;
}

export type OwnershipRecordOf = (organizationId: string, domain: string) => OwnershipRecord;

const VALUE_CHARS = 40; // 160 bits

/**
 * The value follows from organization and name, so nothing is stored, and it proves nothing for anybody else.
 * @param masterKey the deployment's 32-byte key; with another one the record has to be published anew
 */
export function createOwnershipProof(masterKey: Buffer): OwnershipRecordOf {
  const derived = hkdfSync('sha256', masterKey, '', 'postrider domain ownership', 32);
  const key = createSecretKey(new Uint8Array(derived));
  return (organizationId, domain) => {
    const proof = createHmac('sha256', key).update(`${organizationId}\n${domain}`).digest('hex');
    return { name: `_postrider.${domain}`, value: `postrider-domain=${proof.slice(0, VALUE_CHARS)}` };
  };
}
