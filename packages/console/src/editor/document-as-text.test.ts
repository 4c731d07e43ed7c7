import { documentAsText } from './document-as-text';
import type { EmailDocument } from './document-types';

const text = (words: string, marks: object = {}) => ({ type: 'text' as const, text: words, ...marks });
const document: EmailDocument = {
  version: 1,
  language: 'de',
  blocks: [
    { type: 'heading', level: 1, align: 'center', text: [text('News')] },
    {
      type: 'paragraph',
      text: [
        text('Hello ', { bold: true }),
        { type: 'variable', name: 'contact.first_name', fallback: 'you' },
        text('here', { link: 'https://shop.example/' }),
      ],
    },
    {
      type: 'list',
      items: [{ text: [text('one')], list: { ordered: true, items: [{ text: [text('two')] }] } }],
    },
    {
      type: 'columns',
      columns: [{ blocks: [{ type: 'divider' }] }, { blocks: [{ type: 'spacer', height: 8 }] }],
    },
    { type: 'image', src: 'https://shop.example/a.png', alt: 'Pot', width: 90 },
    { type: 'button', label: 'Buy', link: 'https://shop.example/', color: '#ff0000' },
    { type: 'footer', text: [text('Bye')], unsubscribe: true },
  ],
};

it('a document is read as lines, with everything that can differ', () => {
  expect(documentAsText(document).split('\n')).toEqual([
    'Language: de',
    'Heading 1: News (Center)',
    'Hello  (bold)[Variable First name, otherwise you]here (https://shop.example/)',
    '- one',
    '  1. two',
    'Column 1',
    '  Divider',
    'Column 2',
    '  Space: 8 px',
    'Image: Pot · 90 pixels wide (https://shop.example/a.png)',
    'Button: Buy (https://shop.example/, #ff0000)',
    'Footer: Bye (Links to unsubscribe, to preferences and to view the email in a browser)',
  ]);
});
