import { mergeAttributes, Node, type NodeViewRendererProps } from '@tiptap/core';
import { editorTexts as words } from '../texts/editor';
import type { DocumentBlock } from './document-types';
import { describeBlock, drawBlock } from './draw-block';

/** A block that a form changes: its data are one attribute, which is the block of the document without its type. */
function formNode(name: DocumentBlock['type'], { onlyTop = false }: { readonly onlyTop?: boolean } = {}) {
  return Node.create({
    name,
    group: onlyTop ? 'topBlock' : 'topBlock columnBlock',
    atom: true,
    draggable: true,
    selectable: true,
    addAttributes() {
      return {
        data: {
          default: {},
          parseHTML: (element: HTMLElement) => dataOf(element.getAttribute('data-block-data')),
          renderHTML: ({ data }: Record<string, unknown>) => ({ 'data-block-data': JSON.stringify(data) }),
        },
      };
    },
    parseHTML() {
      return [{ tag: `div[data-block="${name}"]` }];
    },
    renderHTML({ HTMLAttributes }) {
      return ['div', mergeAttributes(HTMLAttributes, { 'data-block': name })];
    },
    addNodeView() {
      return ({ node }: NodeViewRendererProps) => {
        const dom = document.createElement('div');
        const draw = (data: object) => {
          const block = { type: name, ...data } as DocumentBlock;
          dom.replaceChildren(drawBlock(block));
          dom.setAttribute('role', 'group');
          dom.setAttribute('aria-label', describeBlock(block));
        };
        dom.dataset['block'] = name;
        dom.contentEditable = 'false';
        draw(node.attrs['data'] as object);
        return {
          dom,
          update: (other) => {
            if (other.type.name !== name) return false;
            draw(other.attrs['data'] as object);
            return true;
          },
        };
      };
    },
  });
}

function dataOf(json: string | null): object {
  try {
    const data: unknown = JSON.parse(json ?? '');
    return typeof data === 'object' && data !== null ? data : {};
  } catch {
    return {};
  }
}

const Image = formNode('image').extend({
  parseHTML() {
    return [
      { tag: 'div[data-block="image"]' },
      {
        tag: 'img[src^="https://"]',
        getAttrs: (element: HTMLElement) => ({
          data: {
            src: element.getAttribute('src') ?? '',
            alt: (element.getAttribute('alt') ?? '').slice(0, 500),
          },
        }),
      },
    ];
  },
});

const Divider = formNode('divider').extend({
  parseHTML() {
    return [{ tag: 'div[data-block="divider"]' }, { tag: 'hr' }];
  },
});

const Quote = Node.create({
  name: 'quote',
  group: 'block',
  content: 'inline*',
  defining: true,
  parseHTML() {
    return [{ tag: 'blockquote' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['blockquote', HTMLAttributes, 0];
  },
});

const Footer = Node.create({
  name: 'footer',
  group: 'topBlock',
  content: 'inline*',
  defining: true,
  addAttributes() {
    return {
      unsubscribe: {
        default: false,
        parseHTML: (element: HTMLElement) => element.dataset['unsubscribe'] === 'true',
        renderHTML: ({ unsubscribe }: Record<string, unknown>) => ({
          'data-unsubscribe': String(unsubscribe),
        }),
      },
    };
  },
  parseHTML() {
    return [{ tag: 'div[data-footer]' }];
  },
  renderHTML({ HTMLAttributes }) {
    return [
      'div',
      mergeAttributes(HTMLAttributes, {
        'data-footer': '',
        role: 'group',
        'aria-label': words.blocks.footer,
      }),
      0,
    ];
  },
});

const Columns = Node.create({
  name: 'columns',
  group: 'topBlock',
  content: 'column{2,3}',
  isolating: true,
  parseHTML() {
    return [{ tag: 'div[data-columns]' }];
  },
  renderHTML({ HTMLAttributes }) {
    return [
      'div',
      mergeAttributes(HTMLAttributes, {
        'data-columns': '',
        role: 'group',
        'aria-label': words.blocks.columns,
      }),
      0,
    ];
  },
});

const Column = Node.create({
  name: 'column',
  content: '(block | columnBlock)+',
  isolating: true,
  parseHTML() {
    return [{ tag: 'div[data-column]' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['div', mergeAttributes(HTMLAttributes, { 'data-column': '' }), 0];
  },
});

const Email = Node.create({ name: 'doc', topNode: true, content: '(block | topBlock)+' });

export const blockNodes = [
  ...[Email, Quote, Footer, Columns, Column, Image, Divider],
  ...[formNode('button'), formNode('spacer'), formNode('social'), formNode('logo', { onlyTop: true })],
];
