import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { findHtmlLinks, insertBeforeBodyEnd } from './html-links';
import { replaceLinks } from './trackable-url';

const tracked = 'https://links.shop.example/c/token';
const rewrite = (html: string) => replaceLinks(html, findHtmlLinks(html), () => tracked);
const urlsOf = (html: string) => findHtmlLinks(html).map(({ url }) => url);

it.each([
  ['quoted', '<a href="https://x.example/a">go</a>', '<a href="TRACKED">go</a>'],
  ['in single quotes', "<A HREF='https://x.example/a' id=b>go</A>", "<A HREF='TRACKED' id=b>go</A>"],
  ['without quotes', '<a href=https://x.example/a?b=c>go</a>', '<a href=TRACKED>go</a>'],
  ['with blanks around', '<a  href = " http://x.example " >go', '<a  href = "TRACKED" >go'],
  ['of a map', '<map><area href="https://x.example/"></map>', '<map><area href="TRACKED"></map>'],
  [
    'around an image',
    '<a href="https://x.example/"><img src="a.png"></a>',
    '<a href="TRACKED"><img src="a.png"></a>',
  ],
])('a link %s is rewritten in its place', (_, html, expected) => {
  expect(rewrite(html)).toBe(expected.replace('TRACKED', tracked));
});

it.each([
  ['mail address', '<a href="mailto:a@x.example">write</a>'],
  ['place in the mail', '<a href="#offers">offers</a>'],
  ['phone number', '<a href="tel:+441">call</a>'],
  ['script', '<a href="javascript:alert(1)">x</a>'],
  ['relative address', '<a href="/a">x</a><a href="//x.example/">y</a>'],
  ['placeholder', '<a href="{{url}}">y</a>'],
  ['link without a target', '<a name="top">x</a><a href="">y</a><a href>z</a>'],
  ['marked link', '<a data-no-track href="https://x.example/">x</a>'],
  ['link to unsubscribe, by its address', '<a href="https://x.example/Unsubscribe?u=1">here</a>'],
  [
    'link to unsubscribe, by its words',
    '<a href="https://x.example/p"><b>Un</b>subscribe</a><a href="https://x.example/q"><b>Opt out</b> now</a>',
  ],
  ['link to unsubscribe, by its picture', '<a href="https://x.example/p"><img alt="Unsubscribe"></a>'],
  ['link to unsubscribe in another language', '<a href="https://x.example/p">Newsletter abbestellen</a>'],
  ['comment', '<!--[if mso]><a href="https://x.example/">x</a><![endif]-->'],
  [
    'script or style',
    '<style>a[href="https://x.example/"]{}</style><script>"<a href=\'https://x.example/\'>"</script>',
  ],
  [
    'other element',
    '<img src="https://x.example/a.png"><link href="https://x.example/a.css"><form action="https://x.example/">',
  ],
  ['second href, which browsers ignore', '<a href="#a" href="https://x.example/">x</a>'],
])('a %s stays as it is', (_, html) => {
  expect(rewrite(html)).toBe(html);
});

it.each([
  ['Adopt outdoor cats', 'https://x.example/adopt-outdoor'],
  ['We opt outside', 'https://x.example/opt-outside'],
  ['Adopt out', 'https://x.example/adoptout?adopt_out=1'],
])('words that only contain those of leaving a list are followed: %s', (words, url) => {
  expect(urlsOf(`<a href="${url}">${words}</a>`)).toEqual([url]);
});

it.each([
  'https://x.example/optOut',
  'https://x.example/opt_out/1',
  'https://x.example/?optout=1',
  'https://x.example/opting-out',
  'https://x.example/optoutlink',
  'https://x.example/userOptOutForm',
  'https://x.example/listUnsubscribe',
])('a link for leaving a list by its address stays as it is: %s', (url) => {
  expect(urlsOf(`<a href="${url}">here</a>`)).toEqual([]);
});

it('tells the target as a browser would follow it', () => {
  expect(urlsOf('<a href="https://x.example/?a=1&amp;b=2&copy=3#d">x</a>')).toEqual([
    'https://x.example/?a=1&b=2&copy=3#d',
  ]);
  expect(urlsOf('<a href="&#104;ttps://x.example/">x</a>')).toEqual(['https://x.example/']);
  expect(urlsOf('<a href="https://bücher.example/ä b">x</a>')).toEqual([
    'https://xn--bcher-kva.example/%C3%A4%20b',
  ]);
  expect(urlsOf('<a href="https://x.example/a\r\nSet-Cookie: b">x</a>')).toEqual([
    'https://x.example/aSet-Cookie:%20b',
  ]);
});

it('leaves a target alone that is too long to be wrapped', () => {
  expect(urlsOf(`<a href="https://x.example/${'a'.repeat(4_000)}">x</a>`)).toEqual([]);
});

it('finds its way through two megabytes of anything', () => {
  for (const piece of ['<a href="https://x.example/">', '<a href=', '<!--', '<a ', '"', '<', '&#x']) {
    const html = piece.repeat(Math.floor(2_000_000 / piece.length));
    const before = process.threadCpuUsage();
    rewrite(html);
    insertBeforeBodyEnd(html, 'x');
    expect(process.threadCpuUsage(before).user).toBeLessThan(8_000_000);
  }
});

describe('the end of the body', () => {
  it.each([
    ['<html><body><p>Hi</p></body></html>', '<html><body><p>Hi</p>|</body></html>'],
    ['<p>Hi</p></BODY ></HTML>', '<p>Hi</p>|</BODY ></HTML>'],
    ['<p>Hi</p></html>', '<p>Hi</p>|</html>'],
    ['<p>Hi</p>', '<p>Hi</p>|'],
    [
      '<body>a</body><!-- </body> --><script>"</body>"</script>',
      '<body>a|</body><!-- </body> --><script>"</body>"</script>',
    ],
    ['<body>a</body>b</body>', '<body>a</body>b|</body>'],
  ])('of %s', (html, expected) => {
    expect(insertBeforeBodyEnd(html, '|')).toBe(expected);
  });
});

describe('whatever the html is', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<a href="https://x.example/?a=1&amp;b=2">',
      "<a href='http://y.example/'>",
      '<a href=https://z.example/ >',
    ),
    fc.constantFrom(
      '</a>',
      '<p class="a">',
      '</p>',
      '<br/>',
      '</body>',
      '<!-- c -->',
      '<style>',
      '</style>',
      '<![CDATA[',
      ']]>',
    ),
    fc.constantFrom(
      '<a data-no-track href="https://n.example/">',
      '<area HREF="https://m.example/">',
      '<a ',
      '<!--',
      '"',
      "'",
      '>',
    ),
    fc.constantFrom('text', '&amp;', '&', 'ü', '\r\n', '\u0000', '🎉', 'unsubscribe'),
    fc.string({ maxLength: 8 }),
  );
  const anyHtml = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

  /** What a reader of the mail sees: everything that a parser tells, with the targets of tracked links blanked. */
  const seen = (html: string, isTracked: (href: string) => boolean): string[] => {
    const events: string[] = [];
    const parser = new Parser({
      onopentag: (name, attributes) => {
        const shown = Object.entries(attributes).map(([key, value]) =>
          (name === 'a' || name === 'area') && key === 'href' && isTracked(value)
            ? 'link'
            : `${key}=${value}`,
        );
        events.push(`<${name} ${shown.join(' ')}>`);
      },
      onclosetag: (name) => void events.push(`</${name}>`),
      ontext: (text) => void events.push(text),
      oncomment: (text) => void events.push(`<!--${text}-->`),
    });
    parser.end(html);
    return events;
  };

  it('rewriting changes nothing but the targets of links', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const targets = new Set(urlsOf(html));
        const mayBeTracked = (href: string) => href === tracked || targets.has(href.trim());
        expect(seen(rewrite(html), mayBeTracked)).toEqual(seen(html, mayBeTracked));
      }),
      { numRuns: 500 },
    );
  });

  it('a fragment is added and nothing is taken away', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const longer = insertBeforeBodyEnd(html, '\u0001FRAGMENT\u0001');
        expect(longer.replace('\u0001FRAGMENT\u0001', '')).toBe(html);
      }),
    );
  });
});
