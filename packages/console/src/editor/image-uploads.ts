import { Extension, type AnyExtension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { Image } from '../api/types';
import { editorTexts } from '../texts/editor';
import { shownWidth } from '../ui/images/image-tag';
import { boundaryAt } from './block-range';
import type { BlockOf } from './document-types';

const { upload: words } = editorTexts;

export type ImageData = Omit<BlockOf<'image'>, 'type'>;

/** The block of an image that is stored: as wide as an HTML email shows it, where that is not the whole width. */
export function imageData(image: Image): ImageData {
  const width = Math.max(widthMin, shownWidth(image));
  return { src: image.url, alt: image.alt ?? '', ...(width < widthMax && { width }) };
}
const widthMin = 16;
const widthMax = 600;

/** What happens with files that are pasted or dropped, by what the page gives. */
export interface ImageUploads {
  /** @throws Error with the reason, for the user */
  readonly upload: (file: File) => Promise<ImageData>;
  /** The image is a block of the email now. */
  readonly inserted: (data: ImageData, position: number) => void;
}

const key = new PluginKey<DecorationSet>('imageUploads');

type Change = { readonly add: Decoration } | { readonly remove: Decoration };

/** Files become image blocks where they were pasted or dropped. Until then, and when one is refused, a note is shown in their place. */
export function imageUploads(uploads: () => ImageUploads): AnyExtension {
  return Extension.create({
    name: 'imageUploads',
    addProseMirrorPlugins() {
      return [
        new Plugin<DecorationSet>({
          key,
          state: {
            init: () => DecorationSet.empty,
            apply: (tr, shown) => {
              const change = tr.getMeta(key) as Change | undefined;
              const mapped = isFromOutside(tr) ? placedAgain(shown, tr.doc) : shown.map(tr.mapping, tr.doc);
              if (change === undefined) return mapped;
              return 'add' in change
                ? mapped.add(tr.doc, [change.add])
                : mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === idOf(change.remove)));
            },
          },
          props: {
            decorations: (state) => key.getState(state),
            handlePaste: (view, { clipboardData }) => {
              if (clipboardData === null || clipboardData.files.length === 0 || hasWords(clipboardData))
                return false;
              return insertFiles(view, clipboardData.files, { uploads });
            },
            handleDrop: (view, event, ...[, isMoved]) => {
              if (isMoved || event.dataTransfer === null) return false;
              const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
              return insertFiles(view, event.dataTransfer.files, { uploads, position: at?.pos });
            },
          },
        }),
      ];
    },
  });
}

/** Word puts a picture of the text beside the text. */
function hasWords(clipboard: DataTransfer): boolean {
  const html = clipboard.getData('text/html');
  // Not parsed: the policy of the page reports each style that a document has.
  const text = html.replace(/<(style|head|title)[\s>][^]*?<\/\1\s*>|<[^>]*>|&nbsp;/gi, '');
  return (html === '' ? clipboard.getData('text/plain') : text).trim() !== '';
}

/** @returns whether there were files */
export function insertFiles(
  view: EditorView,
  files: FileList,
  {
    uploads,
    position = view.state.selection.to,
  }: { readonly uploads: () => ImageUploads; readonly position?: number | undefined },
): boolean {
  if (!view.editable || files.length === 0) return false;
  const all = [...files].map((file) => place(view, file, boundaryAt(view.state.doc, position)));
  // One after the other: each may have megabytes.
  void all.reduce((before, placed) => before.then(() => run(view, placed, uploads)), Promise.resolve());
  return true;
}

interface Placed {
  readonly file: File;
  readonly note: HTMLElement;
  readonly widget: Decoration;
}

function place(view: EditorView, file: File, position: number): Placed {
  const note = document.createElement('div');
  note.dataset['upload'] = '';
  const widget = noteAt(position, { id: crypto.randomUUID(), note });
  view.dispatch(view.state.tr.setMeta(key, { add: widget } satisfies Change));
  return { file, note, widget };
}

interface NoteSpec {
  readonly id: string;
  readonly note: HTMLElement;
}

function noteAt(position: number, { id, note }: NoteSpec): Decoration {
  return Decoration.widget(position, note, {
    ...{ id, note, side: -1, ignoreSelection: true, stopEvent: () => true },
  });
}

/** The whole document was replaced by the one that is stored, of another tab for example. */
const isFromOutside = (tr: Transaction): boolean => tr.getMeta('preventUpdate') === true;

/** Files keep their places in the new document, which has none of the blocks around them. */
function placedAgain(shown: DecorationSet, doc: Node): DecorationSet {
  const placed = shown
    .find()
    .map(({ from, spec }) => noteAt(boundaryAt(doc, Math.min(from, doc.content.size)), spec as NoteSpec));
  return DecorationSet.create(doc, placed);
}

async function run(view: EditorView, placed: Placed, uploads: () => ImageUploads): Promise<void> {
  const { file, note } = placed;
  note.setAttribute('role', 'status');
  note.replaceChildren(words.running(file.name));
  try {
    if (!file.type.startsWith('image/')) throw new Error(words.noImage);
    const data = await uploads().upload(file);
    if (!view.isDestroyed) insert(view, placed, { data, inserted: uploads().inserted });
  } catch (error) {
    refuse(view, placed, { reason: error instanceof Error ? error.message : '', uploads });
  }
}

function insert(
  view: EditorView,
  { widget }: Placed,
  { data, inserted }: { readonly data: ImageData; readonly inserted: ImageUploads['inserted'] },
): void {
  const { state } = view;
  const type = state.schema.nodes['image'];
  const at = positionOf(state, widget);
  // Its place was deleted meanwhile: the image is in the library.
  if (type === undefined || at === null) return;
  view.dispatch(state.tr.setMeta(key, { remove: widget } satisfies Change).insert(at, type.create({ data })));
  inserted(data, at);
}

function refuse(
  view: EditorView,
  placed: Placed,
  { reason, uploads }: { readonly reason: string; readonly uploads: () => ImageUploads },
): void {
  const { file, note, widget } = placed;
  const text = document.createElement('p');
  text.textContent = words.failed(file.name, reason);
  note.setAttribute('role', 'alert');
  note.replaceChildren(
    text,
    button(words.again, () => void run(view, placed, uploads)),
    button(words.remove, () => {
      view.dispatch(view.state.tr.setMeta(key, { remove: widget } satisfies Change));
      view.focus();
    }),
  );
}

function button(label: string, click: () => void): HTMLElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', click);
  return made;
}

const idOf = ({ spec }: Decoration): string => (spec as NoteSpec).id;

/** Where the note is by now. Null: what was around it was deleted. */
function positionOf(state: EditorState, widget: Decoration): number | null {
  const [found] = key.getState(state)?.find(undefined, undefined, ({ id }) => id === idOf(widget)) ?? [];
  return found?.from ?? null;
}
