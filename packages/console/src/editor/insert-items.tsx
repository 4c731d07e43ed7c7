import { Menu } from '@mantine/core';
import type { Editor, JSONContent } from '@tiptap/react';
import { editorTexts as words } from '../texts/editor';
import { chainAtCursor, insertBlock } from './block-range';
import type { FormBlock } from './document-types';
import type { OpenForm } from './selected-block';

const { blocks: names } = words;

/** Blocks that can be inserted where the cursor is. What needs more than its name opens a form first, so that no block is half done. */
export function InsertItems({
  editor,
  open,
}: {
  readonly editor: Editor;
  readonly open: (form: OpenForm) => void;
}) {
  const insert = (block: JSONContent) => () => insertBlock(editor, block);
  const ask = (type: FormBlock) => () => open({ name: 'block', type, existing: null });
  const inColumn = editor.isActive('column');
  const items: readonly (readonly [label: string, run: () => void])[] = [
    ...([1, 2, 3] as const).map(
      (level) =>
        [words.headings[level], () => chainAtCursor(editor).setNode('heading', { level }).run()] as const,
    ),
    [names.bulletList, () => chainAtCursor(editor).toggleBulletList().run()],
    [names.orderedList, () => chainAtCursor(editor).toggleOrderedList().run()],
    [names.quote, () => chainAtCursor(editor).setNode('quote').run()],
    [names.image, ask('image')],
    [names.button, ask('button')],
    [names.divider, insert({ type: 'divider' })],
    [names.spacer, ask('spacer')],
    [names.social, ask('social')],
  ];
  const onTop: readonly (readonly [label: string, run: () => void])[] = [
    [names.twoColumns, insert(columns(2))],
    [names.threeColumns, insert(columns(3))],
    [names.logo, insert({ type: 'logo' })],
    [names.footer, ask('footer')],
  ];
  const saved: typeof items = [[words.saved.title, () => open({ name: 'savedBlocks' })]];
  return [...items, ...(inColumn ? [] : onTop), ...saved].map(([label, run]) => (
    <Menu.Item key={label} onClick={run}>
      {label}
    </Menu.Item>
  ));
}

function columns(count: number) {
  const column = { type: 'column', content: [{ type: 'paragraph' }] };
  return { type: 'columns', content: Array.from({ length: count }, () => column) };
}
