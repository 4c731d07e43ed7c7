import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** An authenticator in software: ES256, user verified, one credential. */
export interface SoftwarePasskey {
  create(options: PasskeyOptionsJson, origin: string): object;
  get(options: PasskeyOptionsJson, origin: string): object;
}

export interface PasskeyOptionsJson {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };

export function createSoftwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let userHandle = '';

  const authenticatorData = (rpId: string, more: number, attested = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE((counter += 1));
    const bits = Buffer.from([flags.userPresent | flags.userVerified | more]);
    return Buffer.concat([sha256(rpId), bits, count, attested]);
  };
  const answer = (response: object): object => ({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response,
  });

  return {
    create: ({ challenge, rp, user }, origin) => {
      userHandle = user?.id ?? '';
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const data = authenticatorData(rp?.id ?? '', flags.attested, attested);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      });
    },
    get: ({ challenge, rpId = '' }, origin) => {
      const data = authenticatorData(rpId, 0);
      const client = clientData('webauthn.get', challenge, origin);
      const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))]);
      return answer({
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle,
      });
    },
  };
}

function sha256(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

/** RFC 9052, in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (name: number, value: string) =>
    Buffer.concat([Buffer.from([name, 0x58, 32]), Buffer.from(value, 'base64url')]);
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)]);
}

/** {"fmt": "none", "attStmt": {}, "authData": …} in CBOR. */
function attestation(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const bytes = Buffer.concat([Buffer.from([0x58, data.length]), data]);
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), bytes],
  ]);
}
