import type { DocumentBlock, DocumentPart, EmailDocument } from '@postrider/contracts/email-documents';

const text = (words: string, marks: object = {}): DocumentPart => ({ type: 'text', text: words, ...marks });
const firstName: DocumentPart = { type: 'variable', name: 'contact.first_name', fallback: 'there' };
const paragraph = (...parts: (string | DocumentPart)[]): DocumentBlock => ({
  type: 'paragraph',
  text: parts.map((part) => (typeof part === 'string' ? text(part) : part)),
});
const heading = (level: number, words: string): DocumentBlock => ({
  type: 'heading',
  level,
  text: [text(words)],
});
const image = { type: 'image' as const, src: 'https://images.shop.example/teapot.png', alt: 'A red teapot' };
const button = (label: string): Extract<DocumentBlock, { type: 'button' }> => ({
  ...{ type: 'button', label, link: 'https://shop.example/teapots' },
});
const footer: DocumentBlock = {
  type: 'footer',
  text: [text('You get this email because you subscribed to our news.')],
  unsubscribe: true,
};
const lorem =
  'Our workshop has made teapots for forty years. Each one is thrown by hand, dried for a week and fired twice.';

const of = (blocks: DocumentBlock[], settings: Partial<EmailDocument> = {}): EmailDocument => ({
  version: 1,
  ...settings,
  blocks,
});

const product = (name: string) => ({
  blocks: [
    { ...image, alt: name },
    { type: 'heading' as const, level: 3, text: [text(name)] },
    { type: 'paragraph' as const, text: [text('Stoneware, 0.8 litres.')] },
    button('Buy'),
  ],
});

/** Emails as people write them. */
export const sampleDocuments: Readonly<Record<string, EmailDocument>> = {
  newsletter: of([
    { type: 'logo' },
    heading(1, 'What is new in May'),
    paragraph('Hello ', firstName, ','),
    paragraph(lorem),
    { ...image, link: 'https://shop.example/teapots' },
    button('See the teapots'),
    { type: 'divider' },
    heading(2, 'From the workshop'),
    paragraph(lorem),
    footer,
  ]),
  'two columns': of([
    heading(1, 'Two teapots'),
    { type: 'columns', columns: [product('The red one'), product('The blue one')] },
    footer,
  ]),
  'three columns': of([
    heading(1, 'Three teapots'),
    paragraph(lorem),
    { type: 'columns', columns: [product('Red'), product('Blue'), product('Green')] },
    footer,
  ]),
  lists: of([
    heading(1, 'How to brew'),
    {
      type: 'list',
      ordered: true,
      items: [
        { text: [text('Boil the water.')] },
        {
          text: [text('Choose the leaves:')],
          list: {
            items: [
              { text: [text('black')] },
              { text: [text('green'), { type: 'line_break' }, text('70 °C')] },
            ],
          },
        },
        { text: [text('Wait.')] },
      ],
    },
    { type: 'list', items: [{ text: [text('Milk')] }, { text: [text('Sugar')] }] },
    footer,
  ]),
  marks: of([
    heading(2, 'All that text can be'),
    paragraph(
      text('Bold', { bold: true }),
      ', ',
      text('italic', { italic: true }),
      ', ',
      text('underlined', { underline: true }),
      ', ',
      text('struck', { strike: true }),
      ', ',
      text('red', { color: '#b42318' }),
      ' and ',
      text('a bold ', { link: 'https://shop.example/', bold: true }),
      text('link', { link: 'https://shop.example/', italic: true }),
      '.',
    ),
    { type: 'paragraph', align: 'center', text: [text('In the middle')] },
    { type: 'paragraph', align: 'right', text: [text('At the end')] },
    footer,
  ]),
  quote: of([
    heading(1, 'What customers say'),
    { type: 'quote', text: [text('The best teapot I ever had.'), { type: 'line_break' }, text('Ada')] },
    paragraph(lorem),
    footer,
  ]),
  plain: of([paragraph('Hello ', firstName, ','), paragraph(lorem), paragraph('Bo')]),
  receipt: of([
    { type: 'logo', align: 'center' },
    heading(1, 'Thank you for your order'),
    paragraph('Order ', { type: 'variable', name: 'order.number', bold: true }, ' is on its way.'),
    { type: 'button', label: 'Track the parcel', link: '{{ tracking_url }}' },
    { type: 'spacer', height: 32 },
    paragraph('Questions? Write to ', text('help@shop.example', { link: 'mailto:help@shop.example' }), '.'),
  ]),
  announcement: of(
    [
      heading(1, 'We are moving'),
      paragraph(lorem),
      {
        type: 'button',
        label: 'Find us',
        link: 'https://shop.example/map?for={{ contact.email }}',
        color: '#ffd60a',
      },
      footer,
    ],
    { accent_color: '#ffd60a', background_color: '#fff8e1' },
  ),
  social: of([
    heading(2, 'Follow us'),
    paragraph(lorem),
    {
      type: 'social',
      align: 'center',
      links: [
        { service: 'instagram', link: 'https://instagram.example/shop' },
        { service: 'website', link: 'https://shop.example/' },
      ],
    },
    footer,
  ]),
  'right to left': of(
    [
      heading(1, 'ما الجديد في مايو'),
      paragraph('مرحبا ', firstName, '،'),
      { type: 'quote', text: [text('أفضل إبريق شاي لدي.')] },
      { type: 'list', items: [{ text: [text('الماء')] }, { text: [text('الشاي')] }] },
      { type: 'columns', columns: [product('أحمر'), product('أزرق')] },
      { type: 'button', label: 'تسوق الآن', link: 'https://shop.example/ar' },
      footer,
    ],
    { language: 'ar', direction: 'rtl' },
  ),
  long: of([
    { type: 'logo' },
    ...Array.from({ length: 20 }, (_, index): DocumentBlock[] => [
      heading(2, `Chapter ${index + 1}`),
      paragraph(lorem),
      paragraph(lorem, ' ', lorem),
      button('Read on'),
    ]).flat(),
    footer,
  ]),
};
