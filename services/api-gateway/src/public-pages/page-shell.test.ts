import { createHash } from 'node:crypto';
import { chooseLanguage } from './languages';
import { markup, pageHeaders, renderPage } from './page-shell';

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

it('has exactly the style that its policy allows', () => {
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(
    renderPage({ language: chooseLanguage('en'), title: '', content: markup`` }),
  ) ?? [''];
  expect(style).toContain('color-scheme');
  expect(pageHeaders['content-security-policy']).toContain(
    createHash('sha256').update(style).digest('base64'),
  );
});
