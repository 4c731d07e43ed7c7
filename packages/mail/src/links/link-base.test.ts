import { linkBaseOf } from './link-base';

const domain = { name: 'shop.example', tracking_label: 'links', tracking_verified: true };

it('links lead to the tracking host once it is verified, else to the platform', () => {
  const platform = { origin: 'https://links.platform.example', servesAll: false };
  expect(linkBaseOf(domain, platform)).toBe('https://links.shop.example');
  expect(linkBaseOf({ ...domain, tracking_verified: false }, platform)).toBe(platform.origin);
  expect(linkBaseOf(domain, { ...platform, servesAll: true })).toBe(platform.origin);
});
