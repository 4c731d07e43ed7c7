import type { JSONContent } from '@tiptap/core';
import type { DocumentBlock, DocumentPart, EmailDocument } from './document-types';

/** The document as the editor holds it. */
export function toEditor({ blocks }: EmailDocument): JSONContent {
  const content = blocks.map(nodeOf);
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content };
}

function nodeOf(block: DocumentBlock): JSONContent {
  switch (block.type) {
    case 'paragraph':
      return { type: 'paragraph', attrs: { align: block.align ?? null }, content: inline(block.text) };
    case 'heading':
      return {
        type: 'heading',
        attrs: { level: block.level, align: block.align ?? null },
        content: inline(block.text),
      };
    case 'quote':
      return { type: 'quote', content: inline(block.text) };
    case 'list':
      return listNode(block);
    case 'footer':
      return {
        type: 'footer',
        attrs: { unsubscribe: block.unsubscribe ?? false },
        content: inline(block.text ?? []),
      };
    case 'columns':
      return {
        type: 'columns',
        content: block.columns.map(({ blocks }) => ({
          type: 'column',
          content: blocks.length === 0 ? [{ type: 'paragraph' }] : blocks.map(nodeOf),
        })),
      };
    case 'image':
    case 'button':
    case 'divider':
    case 'spacer':
    case 'social':
    case 'logo': {
      const { type, ...data } = block;
      return { type, attrs: { data } };
    }
  }
}

interface List {
  readonly ordered?: boolean;
  readonly items: readonly { readonly text: readonly DocumentPart[]; readonly list?: List }[];
}

function listNode({ ordered = false, items }: List): JSONContent {
  return {
    type: ordered ? 'orderedList' : 'bulletList',
    content: items.map(({ text, list }) => ({
      type: 'listItem',
      content: [
        { type: 'paragraph', content: inline(text) },
        ...(list === undefined ? [] : [listNode(list)]),
      ],
    })),
  };
}

function inline(parts: readonly DocumentPart[]): JSONContent[] {
  return parts.flatMap((part): JSONContent[] => {
    if (part.type === 'line_break') return [{ type: 'hardBreak' }];
    const marks = marksOf(part);
    if (part.type === 'variable') {
      return [{ type: 'variable', attrs: { name: part.name, fallback: part.fallback ?? '' }, marks }];
    }
    return part.text === '' ? [] : [{ type: 'text', text: part.text, marks }];
  });
}

const simpleMarks = ['bold', 'italic', 'underline', 'strike'] as const;

function marksOf(part: Exclude<DocumentPart, { type: 'line_break' }>) {
  return [
    ...simpleMarks.filter((name) => part[name] === true).map((type) => ({ type })),
    ...(part.color === undefined ? [] : [{ type: 'color', attrs: { color: part.color } }]),
    ...(part.link === undefined ? [] : [{ type: 'link', attrs: { href: part.link } }]),
  ];
}
