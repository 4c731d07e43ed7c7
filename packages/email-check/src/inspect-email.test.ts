import { costGrowth, linearRatioMax } from '@postrider/testkit';
import { findCodes } from './reading/find-codes';
import { inspectEmail } from './inspect-email';

const email = {
  ...{
    id: '019aa4f0-7b8c-7def-8123-456789abcdef',
    subject: 'Hello',
    text: null,
    headers: {},
    attachments: [],
  },
  ...{ isEntity: false, isBulk: false, isOfBroadcast: false, generatesText: true },
  track: { opens: false, clicks: false },
  sender: { name: 'Acme', postalAddress: null },
  linkBase: 'https://links.shop.example',
  domain: { name: 'shop.example', records: [] },
} as const;

it.each([
  ['Your verification code is 481516.', ['481516']],
  ['Your code: 481 516', ['481516']],
  ['G-481516 is your Google code', []],
  ['481516 is your one-time password', ['481516']],
  ['Enter this code to sign in:\r\n\r\nWXYZKP\r\n\r\nIt expires in 10 minutes.', ['WXYZKP']],
  ['Use the code A1B2-C3D4 today', ['A1B2C3D4']],
  ['Ihr Bestätigungscode lautet 4815.', ['4815']],
  ['Su código es 0042', ['0042']],
  ['Your code\nIt is 123456.', ['123456']],
  ['Order #10422 of 2026-11-28 has shipped. Call 555 0100.', []],
  ['Your code for order 10422 is below.\n\n481516', ['481516', '10422']],
  ['© 2026 Acme. Never share your code.', []],
  ['Open https://acme.example/code/481516 to go on.', []],
  ['THANK YOU for the discount code', []],
  ['The code costs $4815 or 4815.16', []],
])('in %j the codes are %j', (text, codes) => {
  expect(findCodes(text)).toEqual(codes);
});

it('finds codes and links of HTML without a text part', () => {
  const html = `<p>Your code:</p><p><b>48</b><b>15</b>16</p>
    <a href="https://acme.example/?a=1&amp;b=2"><img src="x.png" alt="Confirm"></a>
    <a href=" https://acme.example/?a=1&amp;b=2 ">again</a><a href="javascript:alert(1)">x</a>
    <a href="https://acme.example/unsubscribe">Unsubscribe</a>`;
  expect(inspectEmail({ ...email, html })).toMatchObject({
    codes: ['481516'],
    links: [
      { url: 'https://acme.example/?a=1&b=2', text: 'Confirm' },
      { url: 'https://acme.example/unsubscribe', text: 'Unsubscribe' },
    ],
  });
});

it('finds links of a text, and reports what the check finds', () => {
  const text = 'Hello {{ name }}, confirm: https://acme.example/confirm?token=x';
  expect(inspectEmail({ ...email, html: null, text })).toMatchObject({
    links: [{ url: 'https://acme.example/confirm?token=x', text: '' }],
    findings: expect.arrayContaining([expect.objectContaining({ code: 'unfilled_variable' })]),
  });
});

it.each([['code '], ['481516 '], ['code 481516\n'], ['A'], ['\n'], ['@'], ['https://'], ['1 ']])(
  'many times %j cost no more than in proportion to their length',
  async (piece) => {
    const { ratio } = await costGrowth((length) => findCodes(piece.repeat(length / piece.length)), {
      lengthMax: 1_000_000,
    });
    expect(ratio).toBeLessThan(linearRatioMax);
  },
);
