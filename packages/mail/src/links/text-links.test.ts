import fc from 'fast-check';
import { findTextLinks } from './text-links';
import { replaceLinks } from './trackable-url';

const ownToken = `${'A'.repeat(24)}.${'-'.repeat(43)}`;
const rewrite = (text: string) => replaceLinks(text, findTextLinks(text), () => 'TRACKED');

it.each([
  ['Look: https://x.example/a?b=c#d', 'Look: TRACKED'],
  ['Look (https://x.example/a_(b)), or <http://y.example>.', 'Look (TRACKED), or <TRACKED>.'],
  ['https://x.example/\r\nhttps://y.example/', 'TRACKED\r\nTRACKED'],
  ['見る https://x.example/。', '見る TRACKED。'],
  ['Write to mailto:a@x.example or a@x.example', 'Write to mailto:a@x.example or a@x.example'],
  [
    'www.x.example and ftp://x.example/ and //x.example/',
    'www.x.example and ftp://x.example/ and //x.example/',
  ],
  ['Unsubscribe: https://x.example/p', 'Unsubscribe: https://x.example/p'],
  ['To opt out, follow this:\nhttps://x.example/p', 'To opt out, follow this:\nhttps://x.example/p'],
  ['https://x.example/unsubscribe/1', 'https://x.example/unsubscribe/1'],
  [`Your choices: https://l.example/p/${ownToken}`, `Your choices: https://l.example/p/${ownToken}`],
  [`In a browser: https://l.example/v/${ownToken}`, `In a browser: https://l.example/v/${ownToken}`],
  ['Pages: https://l.example/p/one.two', 'Pages: TRACKED'],
  [
    'Shop: https://x.example/\nUnsubscribe: https://x.example/p',
    'Shop: TRACKED\nUnsubscribe: https://x.example/p',
  ],
])('%j becomes %j', (text, expected) => {
  expect(rewrite(text)).toBe(expected);
});

it('leaves a link alone whose end is in doubt, since what follows would become a part of ours', () => {
  for (const text of ['https://u:p@x.example/', 'https://x.example/a)b', 'https://x.example:99999/']) {
    expect(rewrite(text)).toBe(text);
  }
});

it('changes nothing but links, whatever the text is', () => {
  const piece = fc.oneof(
    fc.webUrl(),
    fc.constantFrom(' ', '\n', '(', ').', ', ', 'http://', 'https://', '<', '>'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const links = findTextLinks(text);
      const back = links.map(({ start, end }) => text.slice(start, end));
      expect(rewrite(text).split('TRACKED').length - 1).toBe(links.length + text.split('TRACKED').length - 1);
      let next = 0;
      expect(rewrite(text).replaceAll('TRACKED', () => back[next++] ?? 'TRACKED')).toBe(text);
      for (const raw of back) expect(raw).toMatch(/^https?:\/\/\S+$/i);
    }),
  );
});

it('finds its way through two megabytes of anything', () => {
  for (const piece of ['https://x.example/ ', 'https://', 'http://a.', '(', 'https://x.example/(', 'a:']) {
    const text = piece.repeat(Math.floor(2_000_000 / piece.length));
    const before = process.threadCpuUsage();
    rewrite(text);
    expect([piece, process.threadCpuUsage(before).user < 8_000_000]).toEqual([piece, true]);
  }
});
