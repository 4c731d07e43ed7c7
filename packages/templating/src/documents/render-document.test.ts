import { emailDocument, type DocumentBlock, type EmailDocument } from '@postrider/contracts/email-documents';
import { checkEmail } from '@postrider/email-check';
import { sampleDocuments } from '../../test/sample-documents';
import { checkTemplate } from '../check-template';
import { compileTemplate } from '../compile-template';
import { renderTemplate } from '../render-template';
import { contrast } from './document-style';
import { renderDocument } from './render-document';

const brand = {
  organizationName: 'The Teapot Shop',
  color: '#0f766e',
  logoUrl: 'https://shop.example/logo.png',
};
const variables = [
  ...['contact.first_name', 'contact.email', 'order.number', 'tracking_url'],
  ...['unsubscribe_url', 'preferences_url', 'view_url'],
].map((key) => ({ key, type: 'string' as const, required: false }));
const data = {
  'contact.first_name': 'Ada',
  'contact.email': 'ada@example.com',
  'order.number': '1042',
  tracking_url: 'https://shop.example/track/1042',
  unsubscribe_url: 'https://links.shop.example/u',
  preferences_url: 'https://links.shop.example/p',
  view_url: 'https://links.shop.example/v',
};

/** What a recipient gets. */
function sent(document: EmailDocument, values: Record<string, string> = data) {
  expect(emailDocument.parse(document)).toEqual(document);
  const source = { subject: 'News', ...renderDocument(document, brand), variables };
  expect(checkTemplate(source)).toEqual([]);
  const outcome = renderTemplate(compileTemplate(source), values);
  if (!('html' in outcome)) throw new Error(JSON.stringify(outcome));
  return { html: outcome.html ?? '', text: outcome.text ?? '' };
}

const one = (...blocks: DocumentBlock[]): EmailDocument => ({ version: 1, blocks });

describe.each(Object.entries(sampleDocuments))('%s', (_name, document) => {
  it('passes the check of emails', () => {
    const { html, text } = sent(document);
    const { findings, sizeBytes } = checkEmail({
      ...{ id: '019aa4f0-7b8c-7def-8123-456789abcdef', subject: 'News', html, text, headers: {} },
      ...{ isEntity: false, isBulk: true, isOfBroadcast: true, track: { opens: true, clicks: true } },
      ...{ generatesText: false, attachments: [], linkBase: 'https://links.shop.example' },
      sender: { name: 'The Teapot Shop', postalAddress: '1 Main Street' },
      domain: { name: 'shop.example', records: [] },
    });
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(sizeBytes).toBeLessThan(102 * 1_024);
  });

  it('has a layout for every client', () => {
    const { html } = sent(document);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme: dark');
    // Tables are for layout only, and screen readers pass over them.
    expect(html.match(/<table(?![^>]*role="presentation")/g)).toBeNull();
    expect(html.match(/<!--\[if mso\]>/g)?.length).toBe(html.match(/<!\[endif\]-->/g)?.length);
    const tags = (name: string) =>
      [`<${name}[ >]`, `</${name}>`].map((tag) => html.match(new RegExp(tag, 'g'))?.length);
    for (const name of ['table', 'tr', 'td', 'div', 'a', 'p', 'ul', 'ol']) {
      const [opened, closed] = tags(name);
      expect([name, opened]).toEqual([name, closed]);
    }
  });
});

it('writes the language and direction of the document', () => {
  const { html } = sent(sampleDocuments['right to left'] as EmailDocument);
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('padding-right:16px');
  expect(html).not.toContain('text-align:left');
});

it('applies the branding: color of buttons, and the logo', () => {
  const document = one({ type: 'logo' }, { type: 'button', label: 'Go', link: 'https://shop.example/' });
  const { html } = sent(document);
  expect(html).toContain('bgcolor="#0f766e"');
  expect(html).toContain('<img src="https://shop.example/logo.png" alt="The Teapot Shop" height="40"');
  const withoutLogo = renderDocument(document, { ...brand, logoUrl: 'https://shop.example/logo.svg' }).html;
  expect(withoutLogo).not.toContain('<img');
  expect(withoutLogo).toContain('>The Teapot Shop</span>');
  expect(renderDocument({ ...document, accent_color: '#b42318' }, brand).html).toContain('bgcolor="#b42318"');
});

it.each(['#ffffff', '#ffd60a', '#808080', '#0f766e', '#000000', '#1d4ed8', '#ff0000'])(
  'keeps links and buttons readable with the color %s',
  (color) => {
    const document = one(
      { type: 'button', label: 'Go', link: 'https://shop.example/' },
      { type: 'paragraph', text: [{ type: 'text', text: 'here', link: 'https://shop.example/' }] },
    );
    const { html } = renderDocument(document, { ...brand, color });
    const label = /color:(#[0-9a-f]{6});text-decoration:none/.exec(html)?.[1] ?? '';
    const link = /class="link" style="color:(#[0-9a-f]{6})/.exec(html)?.[1] ?? '';
    const dark = /\.link \{ color: (#[0-9a-f]{6})/.exec(html)?.[1] ?? '';
    expect(contrast(label, color)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(link, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, '#171b23')).toBeGreaterThanOrEqual(4.5);
  },
);

it('stacks columns on phones, and gives Outlook a table', () => {
  const { html } = sent(sampleDocuments['three columns'] as EmailDocument);
  expect(html.match(/class="column"/g)).toHaveLength(3);
  expect(
    html.match(/<!--\[if mso\]>(?:<table[^>]*><tr>|<\/td>)<td width="\d+" valign="top"><!\[endif\]-->/g),
  ).toHaveLength(3);
  expect(html).toContain('max-width: 100% !important');
});

it('shows a variable, its fallback, and nothing else', () => {
  const document = one({
    type: 'paragraph',
    text: [
      { type: 'text', text: 'Hi ' },
      { type: 'variable', name: 'contact.first_name', fallback: 'Herr "O\'Neil" \\ {{ x }} <b> 👋' },
    ],
  });
  expect(sent(document, {}).text).toBe('Hi Herr "O\'Neil" \\ {{ x }} <b> 👋\n');
  expect(sent(document, {}).html).toContain('Hi Herr &quot;O&#39;Neil&quot; \\ {{ x }} &lt;b&gt; 👋<');
  expect(sent(document, { 'contact.first_name': '<script>' }).html).toContain('Hi &lt;script&gt;<');
});

it('puts variables into links without letting them change where the link leads', () => {
  const button = (link: string) => one({ type: 'button', label: 'Go', link });
  const personal = button('https://shop.example/?mail={{ contact.email }}');
  const { html, text } = sent(personal, { 'contact.email': '"><b>&x=1@evil.example' });
  expect(html).toContain('href="https://shop.example/?mail=%22%3E%3Cb%3E%26x%3D1%40evil.example"');
  expect(text).toBe('Go: https://shop.example/?mail=%22%3E%3Cb%3E%26x%3D1%40evil.example\n');
  expect(sent(button('{{ tracking_url }}')).html).toContain('href="https://shop.example/track/1042"');
});

it('a document has a text part that says the same', () => {
  const { text } = sent(sampleDocuments['lists'] as EmailDocument);
  expect(text).toBe(
    [
      'How to brew\n',
      '1. Boil the water.',
      '2. Choose the leaves:',
      '   - black',
      '   - green',
      '     70 °C',
      '3. Wait.\n',
      '- Milk',
      '- Sugar\n',
      'You get this email because you subscribed to our news.',
      'Unsubscribe: https://links.shop.example/u',
      'Preferences: https://links.shop.example/p\n' + 'View in browser: https://links.shop.example/v\n',
    ].join('\n'),
  );
  const marked = sent(sampleDocuments['marks'] as EmailDocument).text;
  expect(marked).toContain('red and a bold link (https://shop.example/).');
});

it.each([
  ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)> &amp; "quoted"'],
  ['Liquid', '{{ contact.email }} {% if x %} {{{ }} {%- raw -%} {{ "a" | upcase }} {'],
  ['a comment for Outlook', '<!--[if mso]><script><![endif]-->'],
  ['odd characters', '\u202e \u00ad \ud83d\udc4b'],
])('shows %s as text', (_what, text) => {
  const document = one(
    {
      type: 'paragraph',
      text: [
        { type: 'text', text },
        { type: 'variable', name: 'contact.first_name' },
      ],
    },
    { type: 'button', label: text, link: 'https://shop.example/' },
    { type: 'image', src: 'https://shop.example/a.png', alt: text },
  );
  const { html, text: plain } = sent(document);
  expect(plain).toBe(`${text}Ada\n\n${text}: https://shop.example/\n\n[${text}]\n`);
  expect(html).not.toMatch(/<script|<img src=x|<!--\[if mso\]><script/);
  const entities: Record<string, string> = {
    '&': '&#38;',
    '<': '&#60;',
    '>': '&#62;',
    '"': '&#34;',
    "'": '&#39;',
  };
  const shown = text
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
    .replace(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`);
  expect(html).toContain(`${shown}Ada`);
  expect(html).toContain(`alt="${shown}"`);
});

it('keeps a brace before a variable as a brace', () => {
  const document = one({
    type: 'paragraph',
    text: [
      { type: 'text', text: '{' },
      { type: 'variable', name: 'order.number' },
      { type: 'text', text: '}' },
    ],
  });
  expect(sent(document).text).toBe('{1042}\n');
});
