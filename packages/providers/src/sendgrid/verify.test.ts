import { generateKeyPairSync } from 'node:crypto';
import { verify } from './verify';

it('accepts a key of P-256 as SendGrid shows it, and no other', () => {
  const shown = (type: 'prime256v1' | 'secp384r1') =>
    generateKeyPairSync('ec', { namedCurve: type })
      .publicKey.export({ type: 'spki', format: 'der' })
      .toString('base64');
  const { SENDGRID_WEBHOOK_KEY: setting } = verify.settings;
  expect(setting.safeParse(shown('prime256v1')).success).toBe(true);
  expect(setting.safeParse(shown('secp384r1')).error?.message).toContain('P-256');
  expect(setting.safeParse('no key').success).toBe(false);
});
