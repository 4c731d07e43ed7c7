import assert from 'node:assert';
import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

export type DkimAlgorithm = 'rsa-sha256' | 'ed25519-sha256';

/** A signing key ready for use. Keep it: parsing the PEM at every signature cuts the rate to a third (measured). */
export interface DkimKey {
  domain: string;
  selector: string;
  algorithm: DkimAlgorithm;
  privateKey: KeyObject;
}

const rsaBits = 2_048; // what verifiers must support (RFC 8301 §3.2) and one DNS answer without TCP can carry
const generate = promisify(generateKeyPair);

/** Parses a PKCS#8 PEM once. Throws on a key that is neither RSA nor Ed25519. */
export function loadDkimKey(source: { domain: string; selector: string; privateKeyPem: string }): DkimKey {
  const privateKey = createPrivateKey(source.privateKeyPem);
  return { domain: source.domain, selector: source.selector, algorithm: algorithmOf(privateKey), privateKey };
}

/** A fresh pair, both as PEM (PKCS#8 and SPKI). Runs off the event loop: RSA takes some 50 ms. */
export async function generateDkimKeyPair(
  algorithm: DkimAlgorithm = 'rsa-sha256',
): Promise<{ privateKeyPem: string; publicKeyPem: string }> {
  const { privateKey, publicKey } =
    algorithm === 'rsa-sha256'
      ? await generate('rsa', { modulusLength: rsaBits })
      : await generate('ed25519');
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/**
 * The TXT value to publish at `<selector>._domainkey.<domain>`: RFC 6376 §3.6.1, for Ed25519 RFC 8463 §4.
 * @param given the key, public or private, or its PEM
 */
export function dkimDnsRecord(given: string | KeyObject): string {
  const key = createPublicKey(given);
  if (algorithmOf(key) === 'rsa-sha256') {
    return `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`;
  }
  const { x } = key.export({ format: 'jwk' });
  assert(x !== undefined, 'an Ed25519 key has an x (RFC 8037 §2)');
  const rawKey = Buffer.from(x, 'base64url');
  return `v=DKIM1; k=ed25519; p=${rawKey.toString('base64')}`;
}

function algorithmOf(key: KeyObject): DkimAlgorithm {
  if (key.asymmetricKeyType === 'rsa') return 'rsa-sha256';
  if (key.asymmetricKeyType === 'ed25519') return 'ed25519-sha256';
  throw new Error(`DKIM knows RSA and Ed25519 keys, not ${String(key.asymmetricKeyType)}`);
}
