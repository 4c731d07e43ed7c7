import { createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify';
import { composeMessage } from '../composing/compose-message';
import type { DkimAlgorithm, DkimKey } from './dkim-key';
import { dkimDnsRecord, generateDkimKeyPair, loadDkimKey } from './dkim-key';
import { signMessage } from './sign-message';

const records = new Map<string, string>();
async function publishedKey(algorithm: DkimAlgorithm, selector: string): Promise<DkimKey> {
  const pair = await generateDkimKeyPair(algorithm);
  records.set(`${selector}._domainkey.shop.example`, dkimDnsRecord(pair.publicKeyPem));
  return loadDkimKey({ domain: 'shop.example', selector, privateKeyPem: pair.privateKeyPem });
}
const resolver = (name: string) => {
  const record = records.get(name);
  // A TXT record travels in chunks of at most 255 octets.
  return Promise.resolve(record === undefined ? [] : [record.match(/.{1,255}/g) ?? []]);
};
async function verdicts(raw: Buffer): Promise<string[]> {
  const { results } = await dkimVerify(raw, { resolver });
  return results.map((result) => `${String(result.selector)} ${result.status.result}`);
}
const compose = (text: string) =>
  composeMessage({
    emailId: '1',
    domain: 'shop.example',
    date: new Date(0),
    from: 'Shöp <a@shop.example>',
    to: ['b@example.com'],
    subject: 'Grüße 🎉',
    text,
    html: `<p>${text}</p>`,
    headers: { 'X-Any': 'a  b', References: '<x@y.example>' },
    unsubscribeUrl: 'https://links.shop.example/u',
    feedbackId: 'a:b:c:d',
  });

let rsa: DkimKey;
let ed25519: DkimKey;
beforeAll(async () => {
  rsa = await publishedKey('rsa-sha256', 'r1');
  ed25519 = await publishedKey('ed25519-sha256', 'e1');
});

it('signatures of both algorithms verify beside each other', async () => {
  const signed = await signMessage(compose('Hello  wörld \r\n\r\n\r\n'), [rsa, ed25519]);
  expect(await verdicts(signed)).toEqual(['r1 pass', 'e1 pass']);
});

it('signs what receivers and mailbox providers look at', async () => {
  const head = (await signMessage(compose('x'), [rsa])).toString('latin1').replace(/\r\n[ \t]+/g, ' ');
  const fields = / h=([^;]+);/.exec(head)?.[1]?.replace(/ /g, '').split(':');
  expect(fields).toEqual([
    'from',
    'from',
    'to',
    'subject',
    'date',
    'message-id',
    'mime-version',
    'content-type',
    'list-unsubscribe',
    'list-unsubscribe-post',
    'feedback-id',
    'references',
  ]);
});

it('leaves a message without keys as it is', async () => {
  const raw = compose('x');
  expect(await signMessage(raw, [])).toBe(raw);
});

it.each([
  ['a changed body', (text: string) => text.replace('Hello', 'Hullo')],
  ['a changed subject', (text: string) => text.replace(/^Subject: .*$/m, 'Subject: Win')],
  ['a second From', (text: string) => text.replace(/^To:/m, 'From: eve@example.com\r\nTo:')],
  ['a second From in front', (text: string) => `From: eve@example.com\r\n${text}`],
])('%s breaks the signature', async (_, change) => {
  const signed = await signMessage(compose('Hello'), [rsa]);
  expect(await verdicts(Buffer.from(change(signed.toString('latin1')), 'latin1'))).not.toEqual(['r1 pass']);
});

it('survives what relays do to white space', async () => {
  const signed = (await signMessage(compose('Hello'), [rsa])).toString('latin1');
  const touched = signed.replace(/^Feedback-ID: /m, 'feedback-id:\t  ') + '\r\n\r\n';
  expect(await verdicts(Buffer.from(touched, 'latin1'))).toEqual(['r1 pass']);
});

it('verifies for any body', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.stringMatching(/^[ \t\r\na=.]{0,200}$/),
      async (a, b) => {
        expect(await verdicts(await signMessage(compose(a + b), [ed25519]))).toEqual(['e1 pass']);
      },
    ),
    { numRuns: 150 },
  );
});

it('verifies for a long body, and for one without a final line break', async () => {
  expect(await verdicts(await signMessage(compose('line with  blanks \n'.repeat(20_000)), [rsa]))).toEqual([
    'r1 pass',
  ]);
  const bare = Buffer.from('From: a@shop.example\r\nSubject: x\r\n\r\nno line break');
  expect(await verdicts(await signMessage(bare, [rsa]))).toEqual(['r1 pass']);
});

it('verifies for line breaks that the SMTP client will mend', async () => {
  const head = 'From: a@shop.example\r\nSubject: x\r\n\r\n';
  const signed = await signMessage(Buffer.from(`${head}a\nb \rc\r\r\nd`), [rsa]);
  const sent = signed.toString('latin1').replace(/(?<!\r)\n|\r(?!\n)/g, '\r\n');
  expect(await verdicts(Buffer.from(sent, 'latin1'))).toEqual(['r1 pass']);
});

it('publishes an RSA key of 2048 bits and refuses other kinds', async () => {
  expect(records.get('r1._domainkey.shop.example')).toMatch(/^v=DKIM1; k=rsa; p=MIIBIjAN[A-Za-z0-9+/]+=*$/);
  expect(records.get('e1._domainkey.shop.example')).toMatch(/^v=DKIM1; k=ed25519; p=[A-Za-z0-9+/]{43}=$/);
  const { generateKeyPairSync } = await import('node:crypto');
  const { privateKey } = generateKeyPairSync('x25519');
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(() => loadDkimKey({ domain: 'a.example', selector: 's', privateKeyPem })).toThrow('x25519');
});

describe('the example of RFC 8463 (appendix A)', () => {
  const seed = 'nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=';
  const record = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
  const message = [
    'From: Joe SixPack <joe@football.example.com>',
    'To: Suzie Q <suzie@shopping.example.net>',
    'Subject: Is dinner ready?',
    'Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)',
    'Message-ID: <20030712040037.46341.5F8J@football.example.com>',
    '',
    'Hi.',
    '',
    'We lost the game.  Are you hungry yet?',
    '',
    'Joe.',
    '',
  ].join('\r\n');
  // RFC 8410 §7: the seed behind the header of an Ed25519 key.
  const pkcs8 = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.from(seed, 'base64'),
  ]);
  const privateKeyPem = `-----BEGIN PRIVATE KEY-----\n${pkcs8.toString('base64')}\n-----END PRIVATE KEY-----\n`;
  const verdict = async (raw: string) => {
    const { results } = await dkimVerify(Buffer.from(raw), { resolver: () => Promise.resolve([[record]]) });
    return results.map(({ status }) => status.result);
  };

  it('has the record that we publish for its key, and the body hash that we find', async () => {
    const publicKey = createPublicKey(privateKeyPem).export({ type: 'spki', format: 'pem' }).toString();
    expect(dkimDnsRecord(publicKey)).toBe(record);
    const key = loadDkimKey({ domain: 'football.example.com', selector: 'brisbane', privateKeyPem });
    const signed = (await signMessage(Buffer.from(message), [key])).toString();
    expect(signed.replace(/\r\n[ \t]+/g, ' ')).toContain('bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=');
    expect(await verdict(signed)).toEqual(['pass']);
  });

  it('is verified by the same library as ours', async () => {
    const theirs = [
      'DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;',
      ' d=football.example.com; i=@football.example.com;',
      ' q=dns/txt; s=brisbane; t=1528637909; h=from : to :',
      ' subject : date : message-id : from : subject : date;',
      ' bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;',
      ' b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus',
      ' Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==',
      '',
    ].join('\r\n');
    expect(await verdict(theirs + message)).toEqual(['pass']);
    expect(await verdict(theirs + message.replace('dinner', 'supper'))).toEqual(['fail']);
  });
});
