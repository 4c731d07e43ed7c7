import { createHash } from 'node:crypto';
import { chooseLanguage } from './languages';
import { markup } from './markup';
import { pageHeaders, renderPage } from './page-shell';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['nl, fr;q=0.4, es;q=0.7', 'es'],
  ['zh-TW', 'zh-Hans'],
  ['JA', 'ja'],
  ['de;q=0, en;q=0.1', 'en'],
  ['it,*', 'en'],
  [';;;,q=,fr;q=x', 'en'],
  ['x,'.repeat(10_000) + 'fr', 'en'],
])('who asks for %j gets %s', (asked, expected) => {
  expect(chooseLanguage(asked).tag).toBe(expected);
});

it('puts in no text as markup, wherever it stands', () => {
  const evil = `"><script>alert('x')</script>&`;
  const page = renderPage({
    language: chooseLanguage('en'),
    title: evil,
    content: markup`<p title="${evil}">${[markup`<b>${evil}</b>`, markup`<i>two</i>`]}</p>`,
  });
  expect(page).not.toContain('<script');
  expect(page).toContain('<b>&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</b>\n<i>two</i>');
});

const brand = {
  name: `A"><script>`,
  logoUrl: 'https://shop.example/logo.svg',
  color: '#ffd400',
  privacyUrl: null,
};

it('a public page has exactly the styles that its policy allows, and images of the logo’s origin alone', () => {
  const page = { language: chooseLanguage('en'), title: '', content: markup``, brand };
  const policy = pageHeaders(page)['content-security-policy'];
  const styles = [...renderPage(page).matchAll(/<style>([^]*?)<\/style>/g)].map(([, source = '']) => source);
  expect(styles).toHaveLength(2);
  for (const source of styles) {
    expect(policy).toContain(`'sha256-${createHash('sha256').update(source).digest('base64')}'`);
  }
  expect(policy).toContain('img-src data: https://shop.example;');
});

it('shows the organization by its logo, or by its initial', () => {
  const page = { language: chooseLanguage('en'), title: '', content: markup`` };
  expect(renderPage({ ...page, brand })).toContain(
    '<img src="https://shop.example/logo.svg" alt="A&quot;&gt;&lt;script&gt;">',
  );
  expect(renderPage({ ...page, brand: { ...brand, name: 'élan', logoUrl: null } })).toContain('>É</span>');
});
