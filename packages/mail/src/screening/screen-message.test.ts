import { screenMessage, type ScreenedMail } from './screen-message';

const honest: ScreenedMail = {
  from: 'Blue Bikes <orders@bluebikes.example>',
  subject: 'Your order 17',
  html: '<p>Thanks! <a href="https://bluebikes.example/orders/17">See your order</a></p>',
  text: 'Thanks! https://bluebikes.example/orders/17',
};
const codes = (mail: Partial<ScreenedMail>): string[] =>
  screenMessage({ ...honest, ...mail }).reasons.map(({ code }) => code);
const link = (href: string, words: string): Partial<ScreenedMail> => ({
  html: `<p><a href="${href}">${words}</a></p>`,
});

describe('honest mail passes', () => {
  it.each<[string, Partial<ScreenedMail>]>([
    ['an order', {}],
    [
      'a password reset of one’s own',
      {
        subject: 'Confirm your account',
        html: '<p>Verify your account: <a href="https://app.bluebikes.example/verify?t=1">bluebikes.example</a></p>',
      },
    ],
    [
      'one’s own address shown in front of a counting redirect',
      link('https://go.esp.example/x', 'www.bluebikes.example'),
    ],
    ['a brand that is linked to', link('https://www.amazon.fr/dp/1', 'Buy it on Amazon')],
    ['links to what a brand serves files from', link('https://storage.googleapis.com/a', 'Download')],
    ['a name with an ordinary word in it', { from: 'Apple Tree Café <a@appletree.example>' }],
    ['a name with an ordinary word in it', { from: 'Visa consulting Meyer <a@meyer.example>' }],
    ['a brand itself', { from: 'PayPal <service@paypal.com>' }],
    ['a file name', link('https://files.bluebikes.example/1', 'readme.md')],
    ['a shop in two countries', link('https://bluebikes.com', 'bluebikes.de')],
    ['other scripts', { from: 'Иван Петров <ivan@xn--e1afmkfd.example>' }],
    ['words that only begin alike', { from: 'Ebony Bay <a@ebonybay.example>' }],
  ])('%s', (_what, mail) => {
    expect(screenMessage({ ...honest, ...mail })).toMatchObject({ isSuspicious: false });
  });
});

describe('borrowed senders', () => {
  it.each([
    'a@paypa1.com',
    'a@paypal.test',
    'a@paypai.com',
    'a@pаypal.com', // Cyrillic а
    'a@micr0soft.com',
    'a@rnicrosoft.com',
    'a@gooogle.com',
    'a@paypal-secure.com',
    'a@paypal.com.login.example',
    'a@app1e.com',
    'a@xn--80ak6aa92e.com', // аррӏе, all of it Cyrillic
  ])('%s', (from) => {
    expect(codes({ from })).toContain('lookalike_domain');
  });

  it.each([
    'PayPal <a@shop.example>',
    'PayPal Support <a@shop.example>',
    'P\u0430yPal <a@shop.example>',
    'Pay\u200bPal <a@shop.example>',
    'PAYPAI Service <a@shop.example>',
    'Bank of America <a@shop.example>',
    'Apple Support <a@shop.example>',
    'Your Microsoft account <a@shop.example>',
  ])('%s', (from) => {
    expect(codes({ from })).toContain('brand_display_name');
  });

  it('a name that is another address', () => {
    expect(codes({ from: '"ceo@bigcorp.com" <a@shop.example>' })).toContain('address_display_name');
    expect(codes({ from: '"info@shop.example" <a@mail.shop.example>' })).toEqual([]);
  });
});

describe('links that deceive', () => {
  it.each([
    ['https://evil.example/', 'https://www.paypal.com/signin', 'link_text_mismatch'],
    ['https://evil.example/', 'Go to <b>https://bank.com</b> now', 'link_text_mismatch'],
    ['https://paypal.co.evil.example/', 'paypal.com', 'link_text_mismatch'],
    ['https://paypal.xyz/', 'paypal.com', 'link_text_mismatch'],
    ['https://paypa1.com/', 'Sign in', 'lookalike_link'],
    ['https://www.paypal.com.evil.example/x', 'Sign in', 'lookalike_link'],
    ['http://203.0.113.7/login', 'Sign in', 'ip_link'],
    ['http://3405803783/login', 'Sign in', 'ip_link'],
    ['http://[2001:db8::1]/', 'Sign in', 'ip_link'],
    ['https://paypal.com@evil.example/', 'Sign in', 'disguised_link'],
  ])('%s as %s', (href, words, code) => {
    expect(codes(link(href, words))).toContain(code);
    expect(screenMessage({ ...honest, ...link(href, words) }).isSuspicious).toBe(true);
  });

  it('in plain text too', () => {
    expect(codes({ html: null, text: 'Go to http://203.0.113.7/login.' })).toEqual(['ip_link']);
  });
});

describe('what is asked for', () => {
  const threat = 'Your account has been suspended. Verify your account.';

  it('counts only beside something else', () => {
    expect(screenMessage({ ...honest, text: threat })).toEqual({
      isSuspicious: false,
      reasons: [{ code: 'credential_wording', detail: 'Verify your account' }],
    });
    const hidden = { html: `<p>${threat} <a href="https://bit.ly/x">here</a></p>` };
    expect(screenMessage({ ...honest, ...hidden }).isSuspicious).toBe(true);
  });

  it('in other languages', () => {
    for (const text of [
      'Ihr Konto wurde gesperrt',
      'Votre compte a été suspendu',
      'Su cuenta ha sido bloqueada',
    ]) {
      expect(codes({ text })).toContain('credential_wording');
    }
  });

  it('with a field for a password', () => {
    expect(codes({ html: '<form><input type="PASSWORD"></form>' })).toContain('password_field');
  });
});

it('survives whatever it is given, in little time', () => {
  const nested = '<div>'.repeat(50_000);
  const begun = process.threadCpuUsage();
  for (const html of [
    nested,
    '<a href="'.repeat(20_000),
    'x'.repeat(2_000_000),
    '<a href="http://[">x</a>',
  ]) {
    screenMessage({ ...honest, from: 'not an address', html, text: 'http://%%'.repeat(10_000) });
  }
  expect(process.threadCpuUsage(begun).user).toBeLessThan(20_000_000);
  expect(
    screenMessage({ ...honest, ...link('http://203.0.113.7/', 'x'), text: 'http://203.0.113.7/' }).reasons,
  ).toHaveLength(1);
});

it('what the platform writes below a mail is looked at, however long the mail is', () => {
  const text = 'words '.repeat(100_000);
  const footer = 'Verify your account\nhttp://203.0.113.7/';
  expect(codes({ text, footer })).toEqual(['ip_link', 'credential_wording']);
});
