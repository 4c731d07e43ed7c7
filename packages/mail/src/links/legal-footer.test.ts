import { addLegalFooter } from './legal-footer';

const notice = {
  organizationName: 'Shop',
  postalAddress: '1 High Street\r\n\r\n London ',
  unsubscribeUrl: 'https://l.example/u/x',
  preferencesUrl: 'https://l.example/p/x',
};
const footer = '\n\n---\nShop\n1 High Street\nLondon\n';

const textOf = (text: string, preferencesUrl: string | null = notice.preferencesUrl) =>
  addLegalFooter({ html: null, text }, { ...notice, preferencesUrl }).text;
const htmlOf = (html: string) => addLegalFooter({ html, text: null }, notice).html ?? '';

it('names the sender, its address and both links', () => {
  expect(textOf('Hi')).toBe(
    `Hi${footer}Unsubscribe: https://l.example/u/x\nPreferences: https://l.example/p/x\n`,
  );
  expect(textOf('Hi', null)).toBe(`Hi${footer}Unsubscribe: https://l.example/u/x\n`);
  expect(htmlOf('<p>Hi</p>')).toMatch(
    /London<br><a href="[^"]+\/u\/x"[^>]*>Unsubscribe<\/a> &middot; <a [^>]+>Preferences<\/a><\/div>$/,
  );
});

it('does not repeat links that the body has', () => {
  expect(textOf('Leave: https://l.example/u/x')).toBe(
    `Leave: https://l.example/u/x${footer}Preferences: https://l.example/p/x\n`,
  );
  const links = '<a href="https://l.example/u/x">Leave</a><A HREF=\'https://l.example/p/x\'>Topics</A>';
  expect(htmlOf(links)).toMatch(/London<\/div>$/);
});

it('keeps a link that the body only mentions', () => {
  for (const html of [
    '<!-- <a href="https://l.example/u/x">Leave</a> -->',
    '<p title="https://l.example/u/x">',
  ]) {
    expect(htmlOf(html)).toContain('>Unsubscribe</a>');
  }
});

it.each([
  ['html', { html: '', text: null }],
  ['text', { html: null, text: '' }],
  ['html', { html: '', text: '' }],
  ['text', { html: '', text: '' }],
] as const)('ends the %s of empty mail, too: %j', (body, bodies) => {
  expect(addLegalFooter(bodies, notice)[body]).toMatch(/Shop[^]*High Street[^]*London[^]*Unsubscribe/);
});

it('adds no body beside one with content, which it would hide', () => {
  expect(addLegalFooter({ html: '', text: 'Hi' }, notice).html).toBe('');
  expect(addLegalFooter({ html: '<p>Hi</p>', text: '' }, notice).text).toBe('');
});
