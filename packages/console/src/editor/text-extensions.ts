import { Extension, InputRule, Mark, mergeAttributes, Node, PasteRule } from '@tiptap/core';
import { editorTexts as words } from '../texts/editor';
import { variableText } from './variable-text';

/** `{{ contact.first_name | default: "there" }}`, as a user types or pastes it. */
const written = String.raw`\{\{\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,7})\s*(?:\|\s*default:\s*["“”']([^"“”'{}]{0,120})["“”']\s*)?\}\}`;

export const Variable = Node.create({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes() {
    return {
      name: {
        default: '',
        parseHTML: (element: HTMLElement) => element.dataset['variable'] ?? '',
        renderHTML: ({ name }: Record<string, unknown>) => ({ 'data-variable': name }),
      },
      fallback: {
        default: '',
        parseHTML: (element: HTMLElement) => element.dataset['fallback'] ?? '',
        renderHTML: ({ fallback }: Record<string, unknown>) => ({ 'data-fallback': fallback }),
      },
    };
  },
  parseHTML() {
    return [{ tag: 'span[data-variable]' }];
  },
  renderHTML({ node, HTMLAttributes }) {
    const { name, fallback } = node.attrs as { name: string; fallback: string };
    const title = words.variable.described(name, fallback);
    return [
      'span',
      mergeAttributes(HTMLAttributes, { title, 'aria-label': title }),
      shownVariable(name, fallback),
    ];
  },
  renderText({ node }) {
    const { name, fallback } = node.attrs as { name: string; fallback: string };
    return variableText(name, fallback);
  },
  addInputRules() {
    return [
      new InputRule({
        find: new RegExp(`${written}$`),
        handler: ({ state, range, match }) => {
          const [, name = '', fallback = ''] = match;
          state.tr.replaceWith(range.from, range.to, this.type.create({ name, fallback }));
        },
      }),
    ];
  },
  addPasteRules() {
    return [
      new PasteRule({
        find: new RegExp(written, 'g'),
        handler: ({ state, range, match }) => {
          const [, name = '', fallback = ''] = match;
          state.tr.replaceWith(range.from, range.to, this.type.create({ name, fallback }));
        },
      }),
    ];
  },
});

/** As the list of variables names it. */
function shownVariable(name: string, fallback: string): string {
  const label = words.variable.names[name] ?? name.replace(/^contact\.properties\./, '');
  return fallback === '' ? label : `${label} | ${fallback}`;
}

/** Colors come from the toolbar only: what is pasted has those of the place where it was copied. */
export const Color = Mark.create({
  name: 'color',
  addAttributes() {
    return {
      color: {
        default: null,
        parseHTML: (element: HTMLElement) => element.dataset['color'] ?? null,
        renderHTML: ({ color }: Record<string, unknown>) => ({
          'data-color': color,
          style: `color: ${String(color)}`,
        }),
      },
    };
  },
  parseHTML() {
    return [{ tag: 'span[data-color]' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['span', HTMLAttributes, 0];
  },
});

export const Align = Extension.create({
  name: 'align',
  addGlobalAttributes() {
    return [
      {
        types: ['paragraph', 'heading'],
        attributes: {
          align: {
            default: null,
            parseHTML: (element: HTMLElement) => element.dataset['align'] ?? null,
            renderHTML: ({ align }: Record<string, unknown>) =>
              align === null ? {} : { 'data-align': align },
          },
        },
      },
    ];
  },
});
