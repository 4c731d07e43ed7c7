import { linkBaseOf, parseLinkOrigin } from './link-base';

const domain = { name: 'shop.example', tracking_label: 'links', tracking_verified: true };

it.each([
  ['https://links.platform.example', { origin: 'https://links.platform.example', servesAll: false }],
  ['http://127.0.0.1:4000/', { origin: 'http://127.0.0.1:4000', servesAll: true }],
  ['http://localhost:4000', { origin: 'http://localhost:4000', servesAll: true }],
  ['http://links.platform.example', undefined],
  ['http://127.0.0.1.evil.example', undefined],
  ['https://links.platform.example/path', undefined],
  ['https://user:password@links.platform.example', undefined],
  ['ftp://127.0.0.1', undefined],
  ['links.platform.example', undefined],
])('%s is read as %j', (text, expected) => {
  expect(parseLinkOrigin(text)).toEqual(expected);
});

it('links lead to the tracking host once it is verified, else to the platform', () => {
  const platform = { origin: 'https://links.platform.example', servesAll: false };
  expect(linkBaseOf(domain, platform)).toBe('https://links.shop.example');
  expect(linkBaseOf({ ...domain, tracking_verified: false }, platform)).toBe(platform.origin);
  expect(linkBaseOf(domain, { ...platform, servesAll: true })).toBe(platform.origin);
});
