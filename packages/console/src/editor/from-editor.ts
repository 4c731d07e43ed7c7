import type { JSONContent } from '@tiptap/core';
import { isLink } from './document-links';
import type { BlockOf, DocumentBlock, DocumentPart, DocumentSettings, EmailDocument } from './document-types';
import { inOrder } from './in-order';

/** What the editor holds as a document. */
export function fromEditor(content: JSONContent, settings: DocumentSettings): EmailDocument {
  const blocks = (content.content ?? []).map(blockOf);
  // An empty paragraph at the end is where the cursor goes on; readers would see a gap.
  while (blocks.length > 0 && isEmptyParagraph(blocks.at(-1))) blocks.pop();
  return inOrder({ version: 1, ...settings, blocks });
}

function isEmptyParagraph(block: DocumentBlock | undefined): boolean {
  return block?.type === 'paragraph' && block.text.length === 0;
}

function blockOf({ type = 'paragraph', attrs = {}, content = [] }: JSONContent): DocumentBlock {
  const align = attrs['align'] as BlockOf<'paragraph'>['align'] | null;
  const aligned = align === null || align === undefined ? {} : { align };
  switch (type) {
    case 'heading':
      return { type, level: attrs['level'] as number, ...aligned, text: partsOf(content) };
    case 'quote':
      return { type, text: partsOf(content) };
    case 'bulletList':
    case 'orderedList':
      return { type: 'list', ...listOf({ type, content }, 1) };
    case 'footer':
      return {
        type,
        text: partsOf(content),
        ...(attrs['unsubscribe'] === true && { unsubscribe: true }),
      };
    case 'columns':
      return {
        type,
        columns: content.map((column) => ({
          blocks: (column.content ?? []).map(blockOf) as BlockOf<'columns'>['columns'][number]['blocks'],
        })),
      };
    case 'image':
    case 'button':
    case 'divider':
    case 'spacer':
    case 'social':
    case 'logo':
      return { type, ...(attrs['data'] as object) } as DocumentBlock;
    default:
      return { type: 'paragraph', ...aligned, text: partsOf(content) };
  }
}

interface List {
  ordered?: boolean;
  items: Item[];
}
interface Item {
  text: DocumentPart[];
  list?: List;
}

/** Documents have lists three deep; items of deeper ones stand on the third level. */
const levelsMax = 3;

function listOf({ type, content = [] }: JSONContent, level: number): List {
  const items = content.flatMap(({ content: inner = [] }): Item[] => {
    const lists = inner.filter(isList).map((list) => listOf(list, level + 1));
    const own = {
      text: joined(inner.filter((node) => !isList(node)).map(({ content: parts = [] }) => partsOf(parts))),
    };
    const below = lists.flatMap((list) => list.items);
    if (below.length === 0) return [own];
    if (level === levelsMax) return [own, ...below];
    return [{ ...own, list: { ...lists[0], items: below } }];
  });
  return { ...(type === 'orderedList' && { ordered: true }), items };
}

function isList({ type }: JSONContent): boolean {
  return type === 'bulletList' || type === 'orderedList';
}

/** Paragraphs of one item, as its lines. */
function joined(paragraphs: readonly DocumentPart[][]): DocumentPart[] {
  return paragraphs.flatMap((parts, index) =>
    index === 0 ? parts : [{ type: 'line_break' as const }, ...parts],
  );
}

function partsOf(content: readonly JSONContent[]): DocumentPart[] {
  return content.flatMap((node): DocumentPart[] => {
    if (node.type === 'hardBreak') return [{ type: 'line_break' }];
    const marks = marksOf(node);
    if (node.type === 'variable') {
      const { name, fallback } = node.attrs as { name: string; fallback: string };
      return [{ type: 'variable', name, ...(fallback !== '' && { fallback }), ...marks }];
    }
    const text = (node.text ?? '').replace(/[\r\n]+/g, ' ').replaceAll('\0', '');
    return text === '' ? [] : [{ type: 'text', text, ...marks }];
  });
}

function marksOf({ marks = [] }: JSONContent) {
  const found: Record<string, unknown> = {};
  for (const { type, attrs } of marks) {
    if (type === 'link') {
      if (isLink(String(attrs?.['href']))) found['link'] = attrs?.['href'];
    } else if (type === 'color') found['color'] = attrs?.['color'];
    else if (['bold', 'italic', 'underline', 'strike'].includes(type)) found[type] = true;
  }
  return found as Omit<Extract<DocumentPart, { type: 'text' }>, 'type' | 'text'>;
}
