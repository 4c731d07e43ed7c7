import { Fragment, type Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
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

/** How deep the blocks of the email are, or those of the column around the position. */
function blockDepth(at: ReturnType<Node['resolve']>): number {
  for (let depth = at.depth; depth > 0; depth -= 1)
    if (at.node(depth).type.name === 'column') return depth + 1;
  return 1;
}
