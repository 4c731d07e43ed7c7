import { addUtmParameters } from './utm-parameters';

const utm = { source: 'acme', medium: 'email', campaign: 'May & June' };
const query = 'utm_source=acme&utm_medium=email&utm_campaign=May%20%26%20June';
const inHtml = query.replaceAll('&', '&amp;');
const html = (url: string) => `<a href="${url}">go</a>`;
const added = (url: string, own: readonly string[] = []) =>
  addUtmParameters({ html: html(url), text: `See ${url}` }, utm, own);

it.each([
  ['https://x.example/', `https://x.example/?${query}`],
  ['https://x.example/a?b=c', `https://x.example/a?b=c&${query}`],
  ['https://x.example/a#top', `https://x.example/a?${query}#top`],
])('parameters are added to %s', (url, expected) => {
  expect(added(url)).toEqual({ html: html(expected.replaceAll('&', '&amp;')), text: `See ${expected}` });
});

it('a parameter that a link has stays, and the others are added', () => {
  const url = 'https://x.example/?utm_source=shop';
  const expected = `${url}&${query.replace('utm_source=acme&', '')}`;
  expect(added(url).text).toBe(`See ${expected}`);
  const whole = 'https://x.example/?utm_source=a&utm_medium=b&utm_campaign=c';
  expect(added(whole).text).toBe(`See ${whole}`);
});

it.each([
  ['for leaving the list, by its address', 'https://x.example/unsubscribe?u=1', []],
  ['of the recipient', 'https://x.example/preferences', ['https://x.example/preferences']],
  ['to no web page', 'mailto:ada@x.example', []],
])('a link %s stays as it is', (_, url, own) => {
  expect(added(url, own)).toEqual({ html: html(url), text: `See ${url}` });
});

it('a link without quotes, or with entities, stays one link', () => {
  const body = { html: '<a href=https://x.example/?a=1&amp;b=2>go</a>', text: null };
  expect(addUtmParameters(body, utm, [])).toEqual({
    html: `<a href=https://x.example/?a=1&amp;b=2&amp;${inHtml}>go</a>`,
    text: null,
  });
});

it('without parameters nothing changes', () => {
  const body = { html: html('https://x.example/'), text: null };
  expect(addUtmParameters(body, null, [])).toBe(body);
});
