import { Extension, type AnyExtension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import StarterKit from '@tiptap/starter-kit';
import { blockNodes } from './block-nodes';
import { cleanPaste } from './clean-paste';
import { isLink } from './document-links';
import { imageUploads, type ImageUploads } from './image-uploads';
import { Align, Color, Variable } from './text-extensions';

/** What the keyboard does besides typing, by what the page gives. */
export interface EditorKeys {
  readonly openInsert: () => void;
  readonly editBlock: () => boolean;
  readonly focusToolbar: () => void;
  readonly openLink: () => void;
}

export function editorExtensions(keys: () => EditorKeys, uploads: () => ImageUploads): AnyExtension[] {
  return [
    StarterKit.configure({
      ...{ document: false, blockquote: false, code: false, codeBlock: false, horizontalRule: false },
      heading: { levels: [1, 2, 3] },
      link: {
        openOnClick: false,
        autolink: true,
        defaultProtocol: 'https',
        isAllowedUri: (url) => isLink(url),
      },
    }),
    ...blockNodes,
    ...[Align, Color, Variable],
    keyboard(keys),
    imageUploads(uploads),
  ];
}

function keyboard(keys: () => EditorKeys): AnyExtension {
  return Extension.create({
    name: 'keyboard',
    addKeyboardShortcuts() {
      return {
        '/': ({ editor }) => {
          const { empty, $from } = editor.state.selection;
          if (!empty || $from.parent.type.name !== 'paragraph' || $from.parent.content.size > 0) return false;
          keys().openInsert();
          return true;
        },
        Enter: () => keys().editBlock(),
        'Mod-k': () => {
          keys().openLink();
          return true;
        },
        'Alt-F10': () => {
          keys().focusToolbar();
          return true;
        },
      };
    },
    addProseMirrorPlugins() {
      return [new Plugin({ props: { transformPastedHTML: cleanPaste } })];
    },
  });
}
