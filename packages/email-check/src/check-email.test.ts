import type { EmailCheckFinding } from '@postrider/contracts/emails';
import { checkEmail } from './check-email';
import type { CheckedEmail } from './checked-email';

const email: CheckedEmail = {
  id: '019aa4f0-7b8c-7def-8123-456789abcdef',
  subject: 'Your order',
  html: '<p>Thank you for your order, Ada!</p>',
  text: 'Thank you for your order, Ada!',
  headers: {},
  isEntity: false,
  isBulk: false,
  isOfBroadcast: false,
  track: { opens: false, clicks: false },
  generatesText: false,
  attachments: [],
  sender: { name: 'Acme', postalAddress: null },
  linkBase: 'https://links.shop.example',
  domain: { name: 'shop.example', records: [] },
};

const findings = (changed: Partial<CheckedEmail>): readonly EmailCheckFinding[] =>
  checkEmail({ ...email, ...changed }).findings;
const codes = (changed: Partial<CheckedEmail>): string[] =>
  findings(changed).map(({ code, severity }) => `${severity} ${code}`);
const ofHtml = (html: string): string[] => codes({ html });

it('finds nothing in an ordinary email', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ html: null })).toEqual([]);
  expect(codes({ text: null, generatesText: true })).toEqual([]);
});

describe('clipped', () => {
  const limit = 102 * 1_024;
  const links = '<a href="https://shop.example/teapots">Teapots</a>\n'.repeat(200);

  it('counts the octets of the HTML, 102 kB still being shown', () => {
    const html = `<p>${'é'.repeat((limit - 8) / 2)}</p>`;
    expect(Buffer.byteLength(html)).toBe(limit - 1);
    expect(ofHtml(`${html}\n`)).toEqual([]);
    expect(ofHtml(`${html}\n\n`)).toEqual(['error clipped']);
    expect(checkEmail({ ...email, html }).sizeBytes).toBe(limit - 1);
  });

  it('counts what tracked links, the pixel and the footer add', () => {
    const html = links + 'x'.repeat(limit - links.length - 10);
    const tracked = { html, track: { opens: false, clicks: true } };
    const withFooter = { html, isBulk: true, sender: { name: 'Acme', postalAddress: '1 Main St' } };
    expect(codes({ html })).toEqual([]);
    expect(codes(tracked)).toEqual(['error clipped']);
    expect(codes({ html, track: { opens: true, clicks: false } })).toEqual(['error clipped']);
    expect(codes(withFooter)).toEqual(['error clipped']);
    // What is sent as it is has no tracked links.
    expect(codes({ ...tracked, isEntity: true })).toEqual([]);
  });

  it('a long text is not clipped', () => {
    expect(codes({ html: null, text: 'x'.repeat(limit * 2) })).toEqual([]);
  });
});

describe('unfilled_variable', () => {
  it('names each place with its field and line', () => {
    const unfilled = findings({
      subject: 'Hello {{ name }}',
      html: '<p>\nHello {{ first_name | default: "you" }},\n<a href="https://x.example/{{id}}">go</a>{% if a %}</p>',
      text: 'Hello\n\n{{ name }}',
      headers: { 'X-Order': '{{ order }}' },
    });
    expect(unfilled.map(({ field, line, message }) => [field, line, message])).toEqual([
      ['subject', undefined, '{{ name }} is not filled in.'],
      ['headers', undefined, '{{ order }} in the header X-Order is not filled in.'],
      ['html', 2, '{{ first_name | default: "you" }} is not filled in.'],
      ['html', 3, '{{id}} is not filled in.'],
      ['html', 3, '{% if a %} is not filled in.'],
      ['text', 3, '{{ name }} is not filled in.'],
    ]);
  });

  it.each([
    ['code that is shown', '<p>Write <code>{{ name }}</code>, or</p><pre>{% if a %}</pre>'],
    ['styles and scripts', '<style>@media print{a{b:c}}</style><script>{{a}}</script><p>Hi</p>'],
    ['comments', '<!-- {{ name }} --><p>Hi</p>'],
    ['single braces', '<p>{name} { { } } {}{}</p>'],
    ['what is never closed', `<p>{{ ${'a'.repeat(300)}</p>`],
  ])('leaves %s alone', (_, html) => {
    expect(ofHtml(html)).not.toContain('error unfilled_variable');
  });

  it('names twenty places, and says how many there are besides', () => {
    const many = findings({ html: '<p>{{ a }}</p>\n'.repeat(27) });
    expect(many).toHaveLength(21);
    expect(many.at(-1)).toEqual({
      ...{ code: 'unfilled_variable', severity: 'error', field: 'html' },
      message: '7 more variables are not filled in.',
    });
  });
});

describe('missing_unsubscribe', () => {
  const bulk = { isBulk: true };
  it('is an error of bulk email without a footer and without a link', () => {
    expect(codes(bulk)).toEqual(['error missing_unsubscribe']);
    expect(codes({ ...bulk, html: null })).toEqual(['error missing_unsubscribe']);
    expect(codes({ ...bulk, html: '<a href="#">Unsubscribe</a>' })).toEqual(['error missing_unsubscribe']);
  });

  it.each([
    ['a footer with one', { sender: { name: 'Acme', postalAddress: '1 Main St' } }],
    ['a link by its words', { html: '<p>No more? <a href="https://x.example/p">Unsubscribe</a></p>' }],
    ['a link by its address', { html: '<p>No more? <a href="https://x.example/opt-out">Click</a></p>' }],
    [
      'a link by its image',
      {
        html: '<p>Hi</p><a href="https://x.example/p"><img alt="Abmelden" src="https://x.example/i.png"></a>',
      },
    ],
    ['a link in text', { html: null, text: 'Unsubscribe: https://x.example/p' }],
    ['no bulk email', { isBulk: false }],
  ])('is not found where there is %s', (_, changed) => {
    expect(codes({ ...bulk, ...changed })).not.toContain('error missing_unsubscribe');
  });
});

describe('links', () => {
  it.each([
    ['http', '<a href="http://shop.example/">go</a>', 'warning insecure_link'],
    [
      'http of an image',
      '<p>Hi</p><img alt="" src="http://shop.example/a.png" width=9>',
      'warning insecure_link',
    ],
    ['shortener', '<a href="https://bit.ly/x">go</a>', 'warning shortener'],
    ['other host', '<a href="https://evil.net/">https://bank.com</a>', 'warning link_mismatch'],
    ['other host without https', '<a href="https://shop.example/">www.bank.com</a>', 'warning link_mismatch'],
    [
      'own host before a redirect',
      '<a href="https://click.example.org/">www.shop.com</a>',
      'info link_mismatch',
    ],
  ])('%s', (_, html, expected) => {
    const domain = { name: 'mail.shop.com', records: [] };
    expect(codes({ html, domain })).toContain(expected);
  });

  it.each([
    '<a href="https://www.shop.example/a">shop.example</a>',
    '<a href="mailto:a@shop.example">shop.example</a>',
    '<a href="https://shop.example/">Read more at the shop</a>',
    '<a href="https://shop.example/"><img alt="bank.com" src="https://shop.example/a.png"></a>',
    '<a href="#top">bank.com</a>',
  ])('%s is an ordinary link', (html) => {
    expect(ofHtml(`<p>${'Words '.repeat(20)}</p>${html}`)).toEqual([]);
  });

  it('finds links of an email with text alone', () => {
    expect(findings({ html: null, text: 'See\nhttp://shop.example/' })).toEqual([
      expect.objectContaining({ code: 'insecure_link', field: 'text', line: 2 }),
    ]);
  });

  it('lists the first twenty to request, each once and none for leaving a list', () => {
    const html = [
      '<a href="https://x.example/a">a</a><a href="https://x.example/a">again</a>',
      '<a href="https://x.example/u">Unsubscribe</a><a href="mailto:a@x.example">b</a><a href="/c">c</a>',
      ...Array.from({ length: 30 }, (_, index) => `<a href="https://x.example/${index}">d</a>`),
    ].join('\n');
    const { links } = checkEmail({ ...email, html });
    expect(links).toHaveLength(20);
    expect(links.slice(0, 2)).toEqual([
      { url: 'https://x.example/a', field: 'html', line: 1 },
      { url: 'https://x.example/0', field: 'html', line: 3 },
    ]);
  });
});

describe('images', () => {
  const text = `<p>${'Words '.repeat(20)}</p>`;
  const src = 'https://x.example/a.png';
  it.each([
    ['no alternative text', `${text}<img src="${src}">`, 'warning missing_alt'],
    [
      'almost no text',
      `<a href="https://x.example/"><img alt="Sale" src="${src}"></a><p>&nbsp;&zwnj;</p>`,
      'warning image_only',
    ],
    [
      'a data URI',
      `${text}<img alt="" src="data:image/png;base64,${'A'.repeat(30_000)}">`,
      'warning large_image',
    ],
    ['a declared size', `${text}<img alt="" src="${src}" width="4000">`, 'warning large_image'],
  ])('%s', (_, html, expected) => {
    expect(ofHtml(html)).toContain(expected);
  });

  it.each([
    ['decoration', `${text}<img alt="" src="${src}"><img role="presentation" src="${src}">`],
    ['tracking', `${text}<img src="${src}" width="1" height="1">`],
    ['sizes in percent', `${text}<img alt="a" src="${src}" width="100%">`],
    ['a short mail without images', '<p>Hi</p>'],
  ])('nothing is wrong with %s', (_, html) => {
    expect(ofHtml(html)).toEqual([]);
  });

  it('knows the size of what is attached', () => {
    const file = { filename: 'a.png', contentType: 'image/png', size: 3_000_000, isInline: true };
    expect(codes({ attachments: [file] })).toEqual(['warning large_image']);
    expect(codes({ attachments: [{ ...file, isInline: false }] })).toEqual([]);
    expect(codes({ attachments: [{ ...file, size: 90_000 }] })).toEqual([]);
  });
});

it('a missing text part is found unless one is generated', () => {
  expect(codes({ text: null })).toEqual(['warning missing_text']);
  expect(codes({ text: '' })).toEqual(['warning missing_text']);
});

it.each([
  [['missing', 'mismatch'], ['error alignment']],
  [['missing', 'verified'], ['warning alignment']],
  [['verified', 'missing'], ['warning alignment']],
  [['verified', 'verified'], []],
])('DKIM and SPF records %j come to %j', ([dkim = '', spf = ''], expected) => {
  const records = [
    { record: 'DKIM', status: dkim },
    { record: 'SPF', status: spf },
    { record: 'MX', status: 'missing' },
  ];
  expect(codes({ domain: { name: 'shop.example', records } })).toEqual(expected);
});

it('the most severe come first', () => {
  const html = '<p style="display:grid">{{ name }}</p><img src="https://x.example/a.png">';
  expect(ofHtml(html).map((finding) => finding.split(' ')[0])).toEqual([
    'error',
    'warning',
    'warning',
    'info',
  ]);
});
