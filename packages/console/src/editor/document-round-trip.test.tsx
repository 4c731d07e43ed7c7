import { Editor, type JSONContent } from '@tiptap/core';
import type { EmailDocument } from './document-types';
import { editorExtensions } from './editor-extensions';
import { fromEditor } from './from-editor';
import { inOrder } from './in-order';
import { toEditor } from './to-editor';

const keys = { openInsert: () => {}, editBlock: () => false, focusToolbar: () => {}, openLink: () => {} };
const noUploads = () => ({ upload: () => Promise.reject(new Error()), inserted: () => {} });
const open = (content: JSONContent | string) =>
  new Editor({ extensions: editorExtensions(() => keys, noUploads), content, injectCSS: false });
const text = (words: string, marks: object = {}) => ({ type: 'text' as const, text: words, ...marks });
const image = { type: 'image' as const, src: 'https://shop.example/a.png', alt: 'Pot' };

const document: EmailDocument = {
  version: 1,
  language: 'de',
  accent_color: '#0f766e',
  blocks: [
    { type: 'logo', align: 'center' },
    { type: 'heading', level: 2, align: 'right', text: [text('Title')] },
    {
      type: 'paragraph',
      text: [
        text('Hello ', { bold: true, italic: true }),
        { type: 'variable', name: 'contact.first_name', fallback: 'there', bold: true },
        { type: 'line_break' },
        text('struck', { strike: true, underline: true, color: '#b42318' }),
        text('link', { link: 'https://shop.example/?a={{ contact.email }}' }),
      ],
    },
    { type: 'quote', text: [text('Quote')] },
    {
      type: 'list',
      ordered: true,
      items: [{ text: [text('one')], list: { items: [{ text: [text('inner')] }] } }, { text: [text('two')] }],
    },
    { ...image, width: 200, link: 'https://shop.example/' },
    { type: 'button', label: 'Go', link: '{{ url }}', color: '#ff0000' },
    { type: 'divider' },
    { type: 'spacer', height: 40 },
    {
      type: 'columns',
      columns: [{ blocks: [image] }, { blocks: [{ type: 'paragraph', text: [text('x')] }] }],
    },
    { type: 'social', links: [{ service: 'github', link: 'https://github.com/acme' }] },
    { type: 'footer', text: [text('Bye')], unsubscribe: true },
  ],
};

it('gives a document back as it came', () => {
  const { version: _, blocks: __, ...settings } = document;
  const editor = open(toEditor(document));
  expect(fromEditor(editor.getJSON(), settings)).toEqual(inOrder(document));
  editor.destroy();
});

it('copies and pastes blocks without loss', () => {
  const editor = open(toEditor(document));
  const copy = open(editor.getHTML());
  expect(fromEditor(copy.getJSON(), {}).blocks).toEqual(inOrder(document).blocks);
  for (const each of [editor, copy]) each.destroy();
});

it('makes no document that the API refuses, whatever is pasted', () => {
  const editor = open(
    `<h5>Small</h5><script>alert(1)</script><p><a href="javascript:alert(1)">bad</a> <a href="https://shop.example/">good</a></p>
<table><tr><td>cell</td></tr></table><pre>code</pre><iframe src="https://evil.example"></iframe><p onclick="x" style="color:red">red</p>
<ul><li>a<ul><li>b<ul><li>c<ul><li>d</li></ul></li></ul></li></ul></li></ul>`,
  );
  const { blocks } = fromEditor(editor.getJSON(), {});
  const json = JSON.stringify(blocks);
  expect(json).not.toMatch(/javascript|script|onclick|iframe|color/);
  expect(json).toContain('"link":"https://shop.example/"');
  const list = blocks.find((block) => block.type === 'list');
  const third = list?.items[0]?.list?.items[0]?.list;
  expect(third?.items.map(({ text: parts }) => parts[0])).toEqual([text('c'), text('d')]);
  editor.destroy();
});

it('turns a variable that is written out into one', () => {
  const editor = open('<p></p>');
  const { tr } = editor.state;
  editor.view.dispatch(tr.insertText('Hi '));
  for (const sign of '{{ contact.first_name | default: "you" }}') {
    const { from, to } = editor.state.selection;
    const insert = () => editor.state.tr.insertText(sign, from, to);
    const isHandled = editor.view.someProp('handleTextInput', (handle) =>
      handle(editor.view, from, to, sign, insert),
    );
    if (isHandled !== true) editor.view.dispatch(insert());
  }
  expect(fromEditor(editor.getJSON(), {}).blocks).toEqual([
    inOrder({
      type: 'paragraph',
      text: [text('Hi '), { type: 'variable', name: 'contact.first_name', fallback: 'you' }],
    }),
  ]);
  editor.destroy();
});
