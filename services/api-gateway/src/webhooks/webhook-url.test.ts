import { webhookUrlFault } from './webhook-url';

const production = { allowInsecure: false };
const development = { allowInsecure: true };

it.each([
  'https://hooks.example.com',
  'https://hooks.example.com:8443/a/b?c=d',
  'https://93.184.216.34/hook',
  'https://[2606:4700::1111]/hook',
  'https://bücher.example/hook',
])('takes %s', (url) => expect(webhookUrlFault(url, production)).toBeNull());

it.each([
  ['hooks.example.com', 'not a URL'],
  ['', 'not a URL'],
  ['https://', 'not a URL'],
  [' https://example.com', 'not a URL'],
  ['https://exam\tple.com', 'not a URL'],
  ['http://example.com', 'must use https'],
  ['ftp://example.com', 'must use https'],
  ['javascript:alert(1)', 'must use https'],
  ['https://user:pass@example.com', 'must not carry a user name or password'],
  ['https://user@example.com', 'must not carry a user name or password'],
  ['https://example.com/#part', 'must not have a fragment'],
])('refuses %s: %s', (url, fault) => expect(webhookUrlFault(url, production)).toBe(fault));

it.each([
  'localhost',
  'api.localhost',
  'LOCALHOST.',
  'db',
  'db.internal',
  'printer.local',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[fe80::1]',
  '[fc00::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:db8::1]',
  '[2001::1]',
  '[ff02::1]',
])('refuses the host %s, which is not public', (host) => {
  expect(webhookUrlFault(`https://${host}/hook`, production)).toBe('must name a public host');
});

it('allows plain http and loopback in development, but no credentials', () => {
  expect(webhookUrlFault('http://127.0.0.1:3000/hook', development)).toBeNull();
  expect(webhookUrlFault('http://localhost:3000/hook', development)).toBeNull();
  expect(webhookUrlFault('ftp://localhost/hook', development)).toBe('must use https');
  expect(webhookUrlFault('http://a:b@localhost/hook', development)).not.toBeNull();
});
