import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { formBlocks, type FormBlock } from './document-types';

export interface SelectedBlock {
  readonly type: FormBlock;
  readonly data: Readonly<Record<string, unknown>>;
  readonly position: number;
  /** An image whose empty text is not meant yet. */
  readonly isUndescribed?: boolean;
}

/** A form above the editor. */
export type OpenForm =
  | { readonly name: 'block'; readonly type: FormBlock; readonly existing: SelectedBlock | null }
  | { readonly name: 'link' | 'variable' | 'settings' | 'saveBlocks' | 'savedBlocks' };

const isFormBlock = (name: string): name is FormBlock => formBlocks.some((each) => each === name);

/** The selected block, if a form changes it. */
export function selectedBlock({ state: { selection } }: Editor): SelectedBlock | null {
  if (!(selection instanceof NodeSelection)) return null;
  const { node, from } = selection;
  const { name } = node.type;
  if (!isFormBlock(name)) return null;
  const data = name === 'footer' ? node.attrs : (node.attrs['data'] as Record<string, unknown>);
  return { type: name, data, position: from };
}

/** Where a block is now. An upload may have moved it since its form was opened. Null: it was deleted. */
export function positionOf(
  { state: { doc } }: Editor,
  { type, data, position }: SelectedBlock,
): number | null {
  const isIt = (node: Node | null) =>
    node?.type.name === type && (type === 'footer' ? node.attrs : (node.attrs['data'] as unknown)) === data;
  if (position < doc.content.size && isIt(doc.nodeAt(position))) return position;
  let found: number | null = null;
  doc.descendants((node, at) => {
    if (isIt(node)) found = at;
  });
  return found;
}

/** The footer around the cursor: text is written in it, and a form has its links. */
export function footerAround({ state: { selection } }: Editor): SelectedBlock | null {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name !== 'footer') continue;
    return { type: 'footer', data: node.attrs, position: $from.before(depth) };
  }
  return null;
}

/** Moves the block around the selection past its neighbour. */
export function moveBlock(editor: Editor, direction: -1 | 1): void {
  const { state, view } = editor;
  const { selection } = state;
  const { $from } = selection;
  const isNode = selection instanceof NodeSelection && selection.node.isBlock;
  // The outermost block within the email, or within its column.
  let depth = 1;
  for (let each = $from.depth; each > 0; each -= 1)
    if ($from.node(each).type.name === 'column') depth = each + 1;
  const isSelf = isNode && $from.depth < depth;
  const parent = $from.node(depth - 1);
  const index = $from.index(depth - 1);
  const block = parent.child(index);
  const other = parent.maybeChild(index + direction);
  if (other === null) return;
  const start = isSelf ? $from.pos : $from.before(depth);
  const at = direction === -1 ? start - other.nodeSize : start + other.nodeSize;
  const within = selection.from - start;
  const tr = state.tr.delete(start, start + block.nodeSize).insert(at, block);
  const next = isSelf
    ? NodeSelection.create(tr.doc, at)
    : state.selection.constructor === NodeSelection
      ? NodeSelection.create(tr.doc, at + within)
      : null;
  if (next !== null) tr.setSelection(next);
  view.dispatch(tr.scrollIntoView());
  if (next === null) editor.commands.setTextSelection(at + within);
}

/** Deletes the block around the selection. */
export function removeBlock(editor: Editor): void {
  const { $from } = editor.state.selection;
  if (selectedBlock(editor) !== null || $from.depth === 0) {
    editor.chain().focus().deleteSelection().run();
    return;
  }
  const inColumns = Array.from({ length: $from.depth }, (_, index) => $from.node(index + 1).type.name);
  // In a column its own block goes; of an empty column all columns.
  const at = inColumns.lastIndexOf('column');
  const isLast = at !== -1 && $from.node(at + 1).childCount === 1 && $from.parent.content.size === 0;
  const name = inColumns[at === -1 || isLast ? 0 : at + 1];
  if (name !== undefined) editor.chain().focus().deleteNode(name).run();
}
