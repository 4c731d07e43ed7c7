import { createSecretKey } from 'node:crypto';
import { postriderSignature } from './webhook-request';

const sign = (text: string, ...secrets: string[]) =>
  postriderSignature({
    keys: secrets.map((secret) => createSecretKey(Buffer.from(secret))),
    unixSeconds: 1_700_000_000,
    body: Buffer.from(text),
  });

describe('signature', () => {
  it('is the HMAC-SHA256 of "<t>.<body>" under the whole secret', () => {
    // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
    expect(sign('{"a":1}', 'whsec_test')).toBe(
      't=1700000000,v1=38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789',
    );
  });

  it('covers the bytes of the body, not its characters', () => {
    // printf '1700000000.{"subject":"Grüße ✓"}' | openssl dgst -sha256 -hmac whsec_test
    expect(sign('{"subject":"Grüße ✓"}', 'whsec_test')).toBe(
      't=1700000000,v1=6bbc6a3b2926b397c33f932a81a47b55b24d1ca4a15a8dc1a46eb32e6852083d',
    );
  });

  it('has one v1 per secret that is valid', () => {
    expect(sign('{}', 'whsec_new', 'whsec_old').match(/,v1=[0-9a-f]{64}/g)).toHaveLength(2);
  });
});
