import { editorTexts as words } from '../texts/editor';
import type { BlockOf, DocumentBlock, DocumentPart, EmailDocument } from './document-types';
import { describeBlock } from './draw-block';

export function isDocument(value: unknown): value is EmailDocument {
  return typeof value === 'object' && value !== null && 'version' in value && 'blocks' in value;
}

/** A document as people read it: one line for each block. Whatever two documents differ in is a difference of their texts, too. */
export function documentAsText(document: EmailDocument): string {
  const { language, direction, accent_color: accent, background_color: background } = document;
  const settings: readonly (readonly [label: string, value: string | undefined])[] = [
    [words.language, language],
    [words.direction, direction && words.directions[direction]],
    [words.accentColor, accent],
    [words.backgroundColor, background],
  ];
  const chosen = settings.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]));
  return [...chosen, ...document.blocks.map(blockText)].join('\n');
}

function blockText(block: DocumentBlock): string {
  const { text, details } = contentOf(block);
  const align = 'align' in block && block.align !== undefined ? [words.alignNames[block.align]] : [];
  return text + noteOf([...details, ...align]);
}

function contentOf(block: DocumentBlock): { readonly text: string; readonly details: readonly string[] } {
  switch (block.type) {
    case 'paragraph':
      return { text: partsText(block.text), details: [] };
    case 'heading':
      return { text: `${words.headings[block.level as 1 | 2 | 3]}: ${partsText(block.text)}`, details: [] };
    case 'quote':
      return { text: `${words.blocks.quote}: ${partsText(block.text)}`, details: [] };
    case 'list':
      return { text: listText(block, ''), details: [] };
    case 'footer': {
      const details = block.unsubscribe === true ? [words.footer.unsubscribe] : [];
      return { text: `${words.blocks.footer}: ${partsText(block.text ?? [])}`, details };
    }
    case 'columns': {
      const columns = block.columns.map(({ blocks }, index) =>
        [words.column(index + 1), ...blocks.map((each) => indented(blockText(each)))].join('\n'),
      );
      return { text: columns.join('\n'), details: [] };
    }
    case 'image': {
      const { src, alt, width, link } = block;
      const text = `${words.blocks.image}: ${words.image.shown(alt, width)}`;
      return { text, details: [src, ...(link === undefined ? [] : [link])] };
    }
    case 'button':
      return { text: describeBlock(block), details: [block.link, ...(block.color ? [block.color] : [])] };
    case 'social':
      return { text: describeBlock(block), details: block.links.map(({ link }) => link) };
    case 'divider':
    case 'spacer':
    case 'logo':
      return { text: describeBlock(block), details: [] };
  }
}

function listText({ ordered, items }: Pick<BlockOf<'list'>, 'ordered' | 'items'>, indent: string): string {
  return items
    .map(({ text, list }, index) => {
      const own = `${indent}${ordered === true ? `${index + 1}.` : '-'} ${partsText(text)}`;
      return list === undefined ? own : `${own}\n${listText(list, `${indent}  `)}`;
    })
    .join('\n');
}

function partsText(parts: readonly DocumentPart[]): string {
  return parts
    .map((part) => {
      if (part.type === 'line_break') return '\n';
      const { color, link } = part;
      const marks = (['bold', 'italic', 'underline', 'strike'] as const)
        .filter((name) => part[name] === true)
        .map((name) => words.marks[name].toLowerCase());
      const text = part.type === 'text' ? part.text : `[${variableWords(part)}]`;
      return text + noteOf([...marks, ...(color === undefined ? [] : [color]), ...(link ? [link] : [])]);
    })
    .join('');
}

function variableWords({ name, fallback }: Extract<DocumentPart, { type: 'variable' }>): string {
  return words.variable.described(words.variable.names[name] ?? name, fallback ?? '');
}

/** What is not text itself. */
const noteOf = (details: readonly string[]): string =>
  details.length === 0 ? '' : ` (${details.join(', ')})`;

const indented = (text: string): string => text.replace(/^/gm, '  ');
