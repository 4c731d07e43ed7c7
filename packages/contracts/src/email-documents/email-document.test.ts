import { documentLimits, requestedDocument } from './email-document';

const problems = (document: unknown): string[] => {
  const { error } = requestedDocument.safeParse(document);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const ofBlocks = (...blocks: unknown[]): string[] => problems({ version: 1, blocks });
const linked = (link: string): string[] => ofBlocks({ type: 'button', label: 'Go', link });

it('takes a document, and gives it back as it came', () => {
  const document = {
    version: 1,
    language: 'pt-BR',
    direction: 'ltr',
    accent_color: '#0f766e',
    blocks: [
      { type: 'logo' },
      {
        type: 'paragraph',
        text: [
          { type: 'text', text: 'Hello ', bold: true },
          { type: 'variable', name: 'contact.first_name', fallback: 'there' },
          { type: 'line_break' },
        ],
      },
      { type: 'columns', columns: [{ blocks: [{ type: 'divider' }] }, { blocks: [] }] },
      { type: 'footer', unsubscribe: true },
    ],
  };
  expect(requestedDocument.parse(document)).toEqual(document);
});

it('names what it does not know, and where', () => {
  expect(problems({ version: 2, blocks: [] })).toEqual(['version: Invalid input: expected 1']);
  expect(problems({ version: 1, blocks: [], html: '<p>' })).toEqual([': Unrecognized key: "html"']);
  expect(ofBlocks({ type: 'html', html: '<b>' })[0]).toMatch(/^blocks\.0\.type: Invalid/);
  expect(ofBlocks({ type: 'divider', onclick: 'x' })).toEqual(['blocks.0: Unrecognized key: "onclick"']);
  expect(ofBlocks({ type: 'paragraph', text: [{ type: 'text', text: 'a\nb' }] })).toEqual([
    'blocks.0.text.0.text: must not contain line breaks',
  ]);
});

it.each([
  ...['https://shop.example/', 'http://shop.example/a?b=c#d', 'mailto:help@shop.example', 'tel:+4930123456'],
  ...[
    'mailto:help@shop.example?subject=Order%20{{ order.number }}',
    'https://shop.example/?m={{ contact.email }}',
  ],
  ...['{{ reset_url }}', '{{unsubscribe_url}}', 'https://shop.example/{{ name }}/{{ contact.first_name }}'],
])('takes the link %s', (link) => {
  expect(linked(link)).toEqual([]);
});

it.each([
  ...[
    '',
    ' ',
    'shop.example',
    '/path',
    '#top',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
  ],
  ...[
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'vbscript:x',
    'file:///etc/passwd',
    'https://a b.example/',
  ],
  ...[
    'https://user:secret@shop.example/',
    'https://{{ host }}/',
    'https://shop.example{{ x }}/',
    '{{ contact.url }}',
  ],
  ...[
    '{{ scheme }}:x',
    'https://shop.example/{{ a | raw }}',
    'https://shop.example/{% if a %}',
    'x{{ reset_url }}',
  ],
  ...[
    'https://shop.example/"onclick="x',
    'https://shop.example/<b>',
    `https://shop.example/${'x'.repeat(2_000)}`,
  ],
])('refuses the link %j', (link) => {
  expect(linked(link)).toEqual([expect.stringMatching(/^blocks\.0\.link: /)]);
});

it('accepts an image of a development stack, which has no TLS', () => {
  const document = { version: 1, blocks: [{ type: 'image', src: 'http://localhost:4000/i/a.png', alt: '' }] };
  expect(requestedDocument.parse(document)).toEqual(document);
});

it.each([
  ...[
    'http://shop.example/a.png',
    'http://localhost.shop.example/a.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '//shop.example/a.png',
  ],
  ...['https://shop.example/{{ contact.email }}.png', 'cid:logo', 'https://u:p@shop.example/a.png'],
])('refuses the image %j', (src) => {
  expect(ofBlocks({ type: 'image', src, alt: '' })).toEqual([
    expect.stringMatching(/^blocks\.0\.src: must be an https/),
  ]);
});

it.each(['', 'a b', 'a.', '1a', 'x | upcase', 'x }} {{ y', 'contact["first name"]', `a${'.b'.repeat(8)}`])(
  'refuses the variable %j',
  (name) => {
    const text = [{ type: 'variable', name }];
    expect(ofBlocks({ type: 'paragraph', text })).toEqual([
      expect.stringMatching(/^blocks\.0\.text\.0\.name: /),
    ]);
  },
);

it.each(['red', '#fff', '#12345g', '#123456;x', 'url(x)'])('refuses the color %j', (color) => {
  const text = [{ type: 'text', text: 'x', color }];
  expect(ofBlocks({ type: 'paragraph', text })).toEqual([
    expect.stringMatching(/color: must be a hex color/),
  ]);
});

describe('what is too much', () => {
  const paragraph = { type: 'paragraph', text: [{ type: 'text', text: 'x' }] };

  it('is refused with one message', () => {
    const { blocksMax, valuesMax } = documentLimits;
    expect(ofBlocks(...Array.from({ length: blocksMax }, () => paragraph))).toEqual([]);
    expect(ofBlocks(...Array.from({ length: blocksMax + 1 }, () => paragraph))).toEqual([
      `blocks: must have at most ${blocksMax} items`,
    ]);
    expect(ofBlocks(...Array.from({ length: valuesMax }, () => ({ type: 'wrong' })))).toEqual([
      ': must have at most 20,000 values, nested at most 20 deep',
    ]);
    const long = {
      type: 'paragraph',
      text: Array.from({ length: 40 }, () => ({ type: 'text', text: 'x'.repeat(9_000) })),
    };
    expect(ofBlocks(long)).toEqual([': must have at most 300,000 bytes as JSON']);
  });

  it('is also what is nested deeply, however deep', () => {
    let list: object = { items: [{ text: [] }] };
    for (let depth = 0; depth < 5_000; depth += 1) list = { items: [{ text: [], list }] };
    expect(ofBlocks({ type: 'list', ...list })).toEqual([
      ': must have at most 20,000 values, nested at most 20 deep',
    ]);
    const four = {
      items: [{ text: [], list: { items: [{ text: [], list: { items: [{ text: [], list: {} }] } }] } }],
    };
    expect(ofBlocks({ type: 'list', ...four })).toEqual([
      'blocks.0.items.0.list.items.0.list.items.0: Unrecognized key: "list"',
    ]);
    const columns = { type: 'columns', columns: [{ blocks: [] }, { blocks: [] }] };
    expect(ofBlocks({ type: 'columns', columns: [{ blocks: [columns] }, { blocks: [] }] })[0]).toMatch(
      /^blocks\.0\.columns\.0\.blocks\.0\.type: Invalid/,
    );
  });
});
