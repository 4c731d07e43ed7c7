import { createSecretKey } from 'node:crypto';
import { signatureHeader } from './deliver';

const key = (secret: string) => createSecretKey(Buffer.from(secret));

describe('signature', () => {
  it('is the HMAC-SHA256 of "<t>.<body>" under the whole secret', () => {
    // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
    expect(signatureHeader([key('whsec_test')], 1_700_000_000, Buffer.from('{"a":1}'))).toBe(
      't=1700000000,v1=38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789',
    );
  });

  it('covers the bytes of the body, not its characters', () => {
    const body = Buffer.from('{"subject":"Grüße ✓"}');
    const header = signatureHeader([key('whsec_test')], 1, body);
    expect(header).toBe(signatureHeader([key('whsec_test')], 1, Buffer.from(body)));
    expect(header).not.toBe(signatureHeader([key('whsec_test')], 1, Buffer.from(body.toString('latin1'))));
  });

  it('has one v1 per secret that is valid', () => {
    const both = signatureHeader([key('whsec_new'), key('whsec_old')], 1, Buffer.from('{}'));
    expect(both.match(/,v1=[0-9a-f]{64}/g)).toHaveLength(2);
  });
});
