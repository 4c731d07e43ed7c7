import { CommandRefused } from '../../command-refused';
import { parseAnswers } from './answers';

const six = { domain: 'example.com', organization: 'Müller & Söhne', owner: 'ada@example.com' };

function refusalOf(value: unknown): string[] {
  try {
    parseAnswers(value);
  } catch (error) {
    if (error instanceof CommandRefused) return error.message.split('\n');
    throw error;
  }
  return [];
}

it('proposes names, delivery, certificates, backups and the first email', () => {
  expect(parseAnswers(six)).toMatchObject({
    platform_host: 'mail.example.com',
    smtp_name: 'smtp.example.com',
    ehlo_name: 'out.example.com',
    sending_domain: 'example.com',
    slug: 'muller-sohne',
    delivery: 'direct',
    certificates: 'acme',
    backups: '/var/backups/postrider',
    dns: 'manual',
    first_mail: 'ada@example.com',
  });
  expect(parseAnswers({ ...six, organization: '株式会社', first_mail: null })).toMatchObject({
    slug: 'example',
    first_mail: null,
  });
});

it('names every field that is missing or wrong', () => {
  const given = { domain: 'localhost', owner: 'ada', backups: 'here', adresses: [] };
  expect(refusalOf(given).toSorted()).toEqual([
    'adresses: is unknown',
    'backups: must be the path of a file, from /',
    'domain: must be a host name such as mail.example.com',
    'organization: is required',
    'owner: must be an email address',
  ]);
});

it.each([
  ['delivery', { delivery: 'smarthost' }],
  ['delivery', { delivery: { host: 'relay.example.net', user: 'mailer' } }],
  ['certificates', { certificates: { key: '/etc/key.pem' } }],
  ['dns', { dns: { server: 'ns1.example.com' } }],
  ['addresses.0', { addresses: ['out.example.com'] }],
  ['domain', { domain: 'co.uk' }],
  ['slug', { slug: 'A B' }],
  ['sending_domain', { sending_domain: 'shop.mail.example.com' }],
])('names %s in the refusal of %j', (field, wrong) => {
  expect(refusalOf({ ...six, ...wrong })).toEqual([expect.stringMatching(new RegExp(`^${field}: `))]);
});
