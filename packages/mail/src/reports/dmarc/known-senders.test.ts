import { knownSender } from './known-senders';

const marks = { hostName: null, domains: [], selectors: [] };

it.each([
  ['its host', { ...marks, hostName: 'a8-50.smtp-out.amazonses.com' }, 'Amazon SES'],
  ['its signature', { ...marks, domains: ['shop.example', 'sendgrid.info'] }, 'SendGrid'],
  ['its return path', { ...marks, domains: ['mail123.atl11.rsgsv.net'] }, 'Mailchimp'],
  ['its selector', { ...marks, domains: ['shop.example'], selectors: ['HS1-12345'] }, 'HubSpot'],
])('a service is known by %s', (_, source, name) => {
  expect(knownSender(source)).toBe(name);
});

it.each([
  ['nothing', marks],
  ['a name that ends alike', { ...marks, hostName: 'mail.notamazonses.com' }],
  ['a name that begins alike', { ...marks, hostName: 'amazonses.com.evil.example' }],
  ['a common selector', { ...marks, selectors: ['s1', 'mail', 'default', 'selector1'] }],
  ['one label', { ...marks, hostName: 'localhost' }],
])('%s names no service', (_, source) => {
  expect(knownSender(source)).toBeNull();
});
