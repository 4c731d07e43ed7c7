import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Seals secrets at rest with AES-256-GCM. A sealed value is text:
 * `v1.<key id>.<nonce>.<ciphertext and tag>`, the last two in base64url.
 * The additional data (`boundTo`, e.g. the row id) is not stored: a value copied to another row does not open.
 */
export interface SecretBox {
  seal(plain: string, boundTo: string): string;
  /** @throws SecretBoxError when the value is malformed, of an unknown key, tampered with, or bound to something else */
  open(sealed: string, boundTo: string): string;
  /** False for values under a previous key: seal them again. */
  isCurrent(sealed: string): boolean;
}

export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

const formatVersion = 'v1';
/** SP 800-38D: 96-bit nonces need no extra hashing; random ones are safe for 2^32 seals under a key. */
const nonceBytes = 12;
const tagBytes = 16;

/** 32 bytes each; the previous ones only open, and read what was signed. */
export interface MasterKeys {
  readonly masterKey: Buffer;
  readonly previousKeys?: readonly Buffer[];
}

export function createSecretBox(options: MasterKeys): SecretBox {
  const currentId = keyId(options.masterKey);
  const keys = new Map<string, Buffer>();
  for (const key of [...(options.previousKeys ?? []), options.masterKey]) {
    if (key.length !== 32) throw new SecretBoxError('a master key has 32 bytes');
    keys.set(keyId(key), key);
  }

  return {
    seal: (plain, boundTo) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', options.masterKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(additionalData(currentId, boundTo));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [formatVersion, currentId, nonce.toString('base64url'), body.toString('base64url')].join('.');
    },

    open: (sealed, boundTo) => {
      const [version, id, nonceText, bodyText, ...rest] = sealed.split('.');
      if (version !== formatVersion || !id || !nonceText || !bodyText || rest.length > 0) {
        throw new SecretBoxError('not a sealed value of a known version');
      }
      const key = keys.get(id);
      if (!key) throw new SecretBoxError(`sealed under key ${id}, which is not among the configured keys`);
      const nonce = Buffer.from(nonceText, 'base64url');
      const body = Buffer.from(bodyText, 'base64url');
      if (nonce.length !== nonceBytes || body.length < tagBytes) {
        throw new SecretBoxError('sealed value is cut short');
      }
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(additionalData(id, boundTo));
      decipher.setAuthTag(body.subarray(body.length - tagBytes));
      try {
        const head = decipher.update(body.subarray(0, body.length - tagBytes));
        return Buffer.concat([head, decipher.final()]).toString('utf8');
      } catch {
        throw new SecretBoxError('sealed value was changed or belongs to something else');
      }
    },

    isCurrent: (sealed) => sealed.startsWith(`${formatVersion}.${currentId}.`),
  };
}

/** Names a key without telling anything about it. */
function keyId(key: Buffer): string {
  return createHash('sha256').update('postrider master key id').update(key).digest('hex').slice(0, 8);
}

function additionalData(id: string, boundTo: string): Buffer {
  return Buffer.from(`${formatVersion}.${id}.${boundTo}`, 'utf8');
}
