import { Fragment, type Node } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { Editor, JSONContent } from '@tiptap/react';
import type { DocumentBlock } from './document-types';
import { fromEditor } from './from-editor';
import { toEditor } from './to-editor';

/** The nearest place between blocks: of the email, or of the column around the position. */
export function boundaryAt(
  doc: Node,
  position: number,
  { inColumn = true }: { readonly inColumn?: boolean } = {},
): number {
  const at = doc.resolve(position);
  const depth = inColumn ? blockDepth(at) : 1;
  if (at.depth < depth) return position;
  return at.pos === at.start(depth) ? at.before(depth) : at.after(depth);
}

/** The blocks that the selection touches: of one column if it is within it, otherwise of the email. */
export function selectedBlocks({ state: { selection } }: Editor): DocumentBlock[] {
  const { $from, $to } = selection;
  const columnDepth = blockDepth($from) - 1;
  const depth = $from.sharedDepth($to.pos) >= columnDepth ? columnDepth : 0;
  const first = $from.index(depth);
  const end = Math.max($to.indexAfter(depth), first + 1);
  const nodes = $from.node(depth).content.content.slice(first, end);
  return fromEditor({ type: 'doc', content: nodes.map((node) => node.toJSON() as object) }, {}).blocks;
}

const topBlocks: readonly string[] = ['columns', 'logo', 'footer'];

/** Inserts blocks between the blocks where the cursor is, outside of columns if they cannot be in one. */
export function insertBlocks(editor: Editor, blocks: readonly DocumentBlock[]): void {
  const { doc, schema, selection, tr } = editor.state;
  const nodes = (toEditor({ version: 1, blocks: [...blocks] }).content ?? []).map((node) =>
    schema.nodeFromJSON(node),
  );
  const inColumn = !blocks.some(({ type }) => topBlocks.includes(type));
  const at = boundaryAt(doc, selection.to, { inColumn });
  editor.view.dispatch(tr.insert(at, Fragment.from(nodes)).scrollIntoView());
}

/** Moves the cursor from a selected block into an empty paragraph behind it, so that what is written replaces no block. */
export function leaveBlock({ selection, schema }: EditorState, tr: Transaction): Transaction {
  const paragraph = schema.nodes['paragraph'];
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock || paragraph === undefined) return tr;
  tr.insert(selection.to, paragraph.create());
  return tr.setSelection(TextSelection.create(tr.doc, selection.to + 1));
}

/** Commands that write where the cursor is. */
export function chainAtCursor(editor: Editor) {
  return editor
    .chain()
    .focus()
    .command(({ state, tr }) => {
      leaveBlock(state, tr);
      return true;
    });
}

/** Inserts a block where the cursor is: in place of an empty paragraph, otherwise behind the text, which stays in one piece. */
export function insertBlock(editor: Editor, block: JSONContent): void {
  chainAtCursor(editor)
    .command(({ tr, state: { schema } }) => {
      const { doc, selection } = tr;
      const { parent } = selection.$to;
      const paragraph = schema.nodes['paragraph'];
      if (!parent.isTextblock || parent.content.size === 0 || paragraph === undefined) return true;
      const at = boundaryAt(doc, selection.$to.end());
      tr.insert(at, paragraph.create());
      tr.setSelection(TextSelection.create(tr.doc, at + 1));
      return true;
    })
    .insertContent(block)
    .command(({ tr }) => {
      if (block.type === 'columns') enterFirstColumn(tr);
      return true;
    })
    .run();
}

/** What is inserted leaves the cursor at its end; columns are written from the first one. */
function enterFirstColumn(tr: Transaction): void {
  const { $from } = tr.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'columns')
      tr.setSelection(TextSelection.near(tr.doc.resolve($from.start(depth))));
}

/** How deep the blocks of the email are, or those of the column around the position. */
function blockDepth(at: ReturnType<Node['resolve']>): number {
  for (let depth = at.depth; depth > 0; depth -= 1)
    if (at.node(depth).type.name === 'column') return depth + 1;
  return 1;
}
