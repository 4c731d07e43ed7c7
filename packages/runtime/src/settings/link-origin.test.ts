import { parseLinkOrigin } from './link-origin';

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
