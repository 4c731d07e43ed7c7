import { findUrlFault, type WebhookUrlRules } from './webhook-url';

/** A DNS in which every name has a public address. */
const resolve = (): Promise<readonly string[]> => Promise.resolve(['93.184.216.34']);
const production: WebhookUrlRules = { allowLoopback: false, resolve };
const development: WebhookUrlRules = { allowLoopback: true, resolve };

it.each([
  'https://hooks.example.com',
  'https://hooks.example.com:8443/a/b?c=d',
  'https://hooks.example.com:443/',
  'https://hooks.example.com:1024/',
  'https://93.184.216.34/hook',
  'https://[2606:4700::1111]/hook',
  'https://[::ffff:8.8.8.8]/hook',
  'https://bücher.example/hook',
])('takes %s', async (url) => expect(await findUrlFault(url, production)).toBeNull());

it.each([
  ['hooks.example.com', /^must be a URL, such as/],
  ['', /^must be a URL/],
  ['https://', /^must be a URL/],
  [' https://example.com', /^must be a URL/],
  ['https://exam\tple.com', /^must be a URL/],
  ['http://example.com', /^must use https$/],
  ['ftp://example.com', /^must use https$/],
  ['javascript:alert(1)', /^must use https$/],
  ['https://user:pass@example.com', /user name or password/],
  ['https://user@example.com', /user name or password/],
  ['https://example.com/#part', /fragment/],
  ['https://example.com:0/', /port 0/],
  ['https://example.com:25/', /^must not use port 25: use 443/],
  ['https://example.com:80/', /port 80/],
  ['https://example.com:587/', /port 587/],
  ['https://example.com:1023/', /port 1023/],
  ['https://example.com:2525/', /port 2525/],
  ['https://example.com:5432/', /port 5432/],
  ['https://example.com:5672/', /port 5672/],
  ['https://example.com:6379/', /port 6379/],
])('refuses %s: %s', async (url, fault) => expect(await findUrlFault(url, production)).toMatch(fault));

it.each([
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
  '[fe80::1]',
  '[fc00::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:db8::1]',
  '[2001::1]',
  '[ff02::1]',
])('refuses the address %s', async (host) => {
  expect(await findUrlFault(`https://${host}/hook`, production)).toMatch(/is not a public IP address$/);
});

it.each(['localhost', 'api.localhost', 'LOCALHOST.', 'db', 'db.internal', 'printer.local'])(
  'refuses the name %s',
  async (host) => {
    expect(await findUrlFault(`https://${host}/hook`, production)).toMatch(/is not a public host name$/);
  },
);

it('allows plain http and this machine in development, and nothing else that production refuses', async () => {
  for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'hooks.example.com']) {
    expect(await findUrlFault(`http://${host}/hook`, development)).toBeNull();
  }
  for (const url of [
    'http://10.0.0.1/',
    'http://db/',
    'http://db.internal/',
    'ftp://localhost/',
    'http://a:b@localhost/',
  ]) {
    expect(await findUrlFault(url, development)).not.toBeNull();
  }
});
