import fc from 'fast-check';
import { createReplyTokens, createReturnPathTokens } from './address-token';
import { readInboundAddress } from './inbound-address';

const reference = { messageId: '019a8f00-1234-7abc-8def-0123456789ab', ordinal: 3 };
const secret = 'a secret of sixteen bytes or more';

it.each([
  ['b+abc@bounces.shop.test', { purpose: 'bounce', host: 'bounces.shop.test', signed: true }],
  ['B+ABC@Bounces.SHOP.test', { purpose: 'bounce', host: 'bounces.shop.test', signed: true }],
  ['reply@reply.shop.test', { purpose: 'reply', host: 'reply.shop.test', signed: false }],
  ['reply+abc@reply.shop.test', { purpose: 'reply', host: 'reply.shop.test', signed: true }],
  ['"reply"@reply.shop.test', { purpose: 'reply', host: 'reply.shop.test', signed: false }],
  ['reply@antwort.müller.test', { purpose: 'reply', host: 'antwort.xn--mller-kva.test', signed: false }],
  ['FBL@platform.test', { purpose: 'complaint', host: 'platform.test', signed: false }],
  ['dmarc@platform.test', { purpose: 'dmarc', host: 'platform.test', signed: false }],
  ['TLS-Reports@platform.test', { purpose: 'tls_report', host: 'platform.test', signed: false }],
  ['Sales+May@Shop.test', { purpose: 'mailbox', host: 'shop.test', localPart: 'Sales+May', signed: false }],
  ['bounce+abc@shop.test', { purpose: 'mailbox', host: 'shop.test', signed: false }],
  ['"replying"@shop.test', { purpose: 'mailbox', host: 'shop.test', localPart: 'replying', signed: false }],
  ['postmaster@shop.test', { purpose: 'mailbox', host: 'shop.test', signed: false }],
  ['büro@müller.test', { purpose: 'mailbox', host: 'xn--mller-kva.test', signed: false }],
])('%s is for its purpose', (address, expected) => {
  expect(readInboundAddress(address)).toMatchObject(expected);
});

const forNone = [
  '',
  'b',
  'b@bounces.shop.test',
  'fbl+x@platform.test',
  'Dmarc+x@shop.test',
  '+x@shop.test',
  '"sales team"@shop.test',
  'reply%victim.example@reply.shop.test',
  'reply@victim.example@reply.shop.test',
  '"reply@victim.example"@reply.shop.test',
  '@reply.shop.test:reply@victim.example',
  '@relay.test,@reply.shop.test:reply@reply.shop.test',
  'victim.example!reply@reply.shop.test',
  'reply@[127.0.0.1]',
  'reply@localhost',
  'Reply <reply@reply.shop.test>',
  'reply@reply.shop.test\r\nRCPT TO:<x@victim.example>',
  'reply@reply.shop.test.',
  `b+${'a'.repeat(100_000)}@bounces.shop.test`,
];

it.each(forNone.map((address) => [address.slice(0, 60), address]))('%j is for none', (_name, address) => {
  expect(readInboundAddress(address)).toBeNull();
});

it('a minted local part is read as its purpose, and its tokens read it back', () => {
  const minted = createReturnPathTokens({ secret }).mint(reference);
  const read = readInboundAddress(`${minted.toUpperCase()}@bounces.shop.test`);
  expect(read?.purpose).toBe('bounce');
  expect(createReturnPathTokens({ secret }).read(read?.localPart ?? '')).toEqual(reference);
  expect(createReplyTokens({ secret }).read(read?.localPart ?? '')).toBeNull();
});

it('never throws', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readInboundAddress(`${text}@a.test`)));
});
