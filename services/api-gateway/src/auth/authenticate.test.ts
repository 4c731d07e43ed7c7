import { createHash } from 'node:crypto';
import { readTokenHash } from './authenticate';

const token = `pr_live_${'a1'.repeat(24)}`;
const hash = createHash('sha256').update(token).digest('hex');

it.each([`Bearer ${token}`, `bearer ${token}`, `Bearer   ${token}`])(
  'the API key of the header %s is read',
  (authorization) => {
    expect(readTokenHash(authorization)).toBe(hash);
  },
);

it.each([
  undefined,
  '',
  token,
  'Bearer',
  `Basic ${token}`,
  `Bearer ${token} x`,
  `Bearer ${token}, Bearer ${token}`,
  'Bearer pr_prod_aaaaaaaaaaaaaaaaaaaaaaaa',
  'Bearer pr_live_short',
  `Bearer pr_live_${'a'.repeat(201)}`,
  `Bearer pr_live_${'ä'.repeat(32)}`,
])('the API key of the header %s is not looked up', (authorization) => {
  expect(readTokenHash(authorization)).toBeNull();
});
