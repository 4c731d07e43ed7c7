import { isLightColor, Text } from '@mantine/core';
import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { useEffect, useId, useRef, useState, type CSSProperties } from 'react';
import { useRead } from '../session/use-read';
import { editorTexts as words } from '../texts/editor';
import { useUploadImage } from '../ui/images/use-uploads';
import { BlockForm } from './block-form';
import { chainAtCursor, leaveBlock } from './block-range';
import type { DocumentSettings, EditorVariable, EmailDocument } from './document-types';
import { editorExtensions, type EditorKeys } from './editor-extensions';
import classes from './editor.module.css';
import { fromEditor } from './from-editor';
import { imageData, insertFiles, type ImageUploads } from './image-uploads';
import { inOrder } from './in-order';
import { LinkForm } from './link-form';
import { SaveBlocks, SavedBlocks } from './saved-blocks';
import { positionOf, selectedBlock, type OpenForm, type SelectedBlock } from './selected-block';
import { SettingsForm } from './settings-form';
import { toEditor } from './to-editor';
import { Toolbar } from './toolbar';
import { VariableForm } from './variable-form';

export interface EmailEditorProps {
  readonly document: EmailDocument;
  readonly onChange: (document: EmailDocument) => void;
  readonly variables: readonly EditorVariable[];
  readonly readOnly?: boolean;
}

/** Writes a document without code: paragraphs and blocks, by mouse or by keyboard alone. */
export function EmailEditor({ document, onChange, variables, readOnly = false }: EmailEditorProps) {
  const [form, setForm] = useState<OpenForm | null>(null);
  const [isInserting, setInserting] = useState(false);
  const toolbar = useRef<HTMLDivElement>(null);
  const look = useLook(document);
  const helpId = useId();
  const keys = useRef<EditorKeys>(noKeys);
  const uploads = useRef<ImageUploads>(noUploads);
  // The last that was given out: what comes back is not a change from outside.
  const known = useRef(document);
  const give = (next: EmailDocument) => {
    known.current = next;
    onChange(next);
  };
  const latest = useRef(give);
  latest.current = give;
  // The editor is set up again whenever one of these is another object.
  const [initial] = useState(() => ({
    extensions: editorExtensions(
      () => keys.current,
      () => uploads.current,
    ),
    content: toEditor(document),
    editorProps: { attributes: attributesOf(helpId), handleTextInput: typeBehindBlock },
  }));
  const editor = useEditor({
    ...initial,
    editable: !readOnly,
    // Its styles are in a file of ours: the policy of the page allows no others.
    injectCSS: false,
    onUpdate: ({ editor: changed }) =>
      latest.current(fromEditor(changed.getJSON(), settingsOf(known.current))),
  });
  useEffect(() => {
    if (JSON.stringify(inOrder(document)) === JSON.stringify(inOrder(known.current))) return;
    known.current = document;
    editor.commands.setContent(toEditor(document), { emitUpdate: false });
  }, [document, editor]);
  useEffect(() => {
    editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);
  const images = useInsertedImages(editor, form, setForm);
  uploads.current = images.uploads;
  const close = () => {
    setForm(null);
    // After the dialog has given the focus back.
    setTimeout(() => images.askNext(form) || editor.commands.focus());
  };
  keys.current = {
    openInsert: () => setInserting(true),
    editBlock: () => openSelected(editor, setForm),
    focusToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    openLink: () => setForm({ name: 'link' }),
  };
  return (
    <div className={classes.editor} {...look}>
      {!readOnly && (
        <Toolbar
          ref={toolbar}
          editor={editor}
          open={setForm}
          edit={() => openSelected(editor, setForm)}
          isInserting={isInserting}
          setInserting={setInserting}
        />
      )}
      <Writing editor={editor} uploads={() => uploads.current} />
      {!readOnly && (
        <Text size="xs" c="dimmed" id={helpId} className={classes.help}>
          {words.help}
        </Text>
      )}
      <Forms
        form={form}
        editor={editor}
        close={close}
        variables={variables}
        settings={settingsOf(document)}
        applySettings={(settings) => give(fromEditor(editor.getJSON(), settings))}
      />
    </div>
  );
}

function Writing({ editor, uploads }: { readonly editor: Editor; readonly uploads: () => ImageUploads }) {
  return (
    <div
      // Files that miss a block would be opened by the browser in place of the console.
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.isDefaultPrevented()) return;
        event.preventDefault();
        insertFiles(editor.view, event.dataTransfer.files, { uploads });
      }}
    >
      <EditorContent editor={editor} />
    </div>
  );
}

/** Images that were pasted or dropped. Those without a text ask for it, one after the other. */
function useInsertedImages(editor: Editor, form: OpenForm | null, open: (form: OpenForm) => void) {
  const upload = useUploadImage();
  const undescribed = useRef<readonly SelectedBlock[]>([]);
  const askNext = (closed: OpenForm | null): boolean => {
    const existing = closed?.name === 'block' ? closed.existing : null;
    undescribed.current = undescribed.current.filter(
      (block) => block !== existing && positionOf(editor, block) !== null,
    );
    const [next] = undescribed.current;
    if (next !== undefined) open({ name: 'block', type: 'image', existing: next });
    return next !== undefined;
  };
  const uploads: ImageUploads = {
    upload: async (file) => imageData(await upload(file)),
    inserted: (data, position) => {
      if (data.alt !== '') return;
      undescribed.current = [...undescribed.current, { type: 'image', data, position, isUndescribed: true }];
      if (form === null) askNext(null);
    },
  };
  return { uploads, askNext };
}

/** The form that is open above the editor, if one is. */
function Forms({
  form,
  editor,
  close,
  variables,
  settings,
  applySettings,
}: Pick<EmailEditorProps, 'variables'> & {
  readonly form: OpenForm | null;
  readonly editor: Editor;
  readonly close: () => void;
  readonly settings: DocumentSettings;
  readonly applySettings: (settings: DocumentSettings) => void;
}) {
  return (
    <>
      {form?.name === 'block' && (
        <BlockForm editor={editor} type={form.type} existing={form.existing} close={close} />
      )}
      {form?.name === 'link' && <LinkForm editor={editor} close={close} />}
      {form?.name === 'variable' && (
        <VariableForm
          variables={variables}
          close={close}
          insert={(attrs) => chainAtCursor(editor).insertContent({ type: 'variable', attrs }).run()}
        />
      )}
      {form?.name === 'saveBlocks' && <SaveBlocks editor={editor} close={close} />}
      {form?.name === 'savedBlocks' && <SavedBlocks editor={editor} close={close} />}
      {form?.name === 'settings' && <SettingsForm settings={settings} close={close} apply={applySettings} />}
    </>
  );
}

function attributesOf(helpId: string): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': words.label,
    'aria-describedby': helpId,
    class: classes.content ?? '',
  };
}

/** Letters that are typed on a selected block. */
function typeBehindBlock(...[view, , , text]: readonly [EditorView, number, number, string]): boolean {
  const tr = leaveBlock(view.state, view.state.tr);
  if (!tr.docChanged) return false;
  view.dispatch(tr.insertText(text).scrollIntoView());
  return true;
}

const noKeys: EditorKeys = {
  openInsert: () => {},
  editBlock: () => false,
  focusToolbar: () => {},
  openLink: () => {},
};

const noUploads: ImageUploads = { upload: () => Promise.reject(new Error()), inserted: () => {} };

/** Of a color on which white text has as much contrast as black text. */
const evenLuminance = 0.179;

/** Direction, color and logo that the email will have, for the styles of the editor. */
function useLook({ direction = 'ltr', language = 'en', accent_color: accent }: EmailDocument) {
  const { data: brand } = useRead('/organization');
  const color = accent ?? brand?.brand_color;
  const logo = brand?.logo_url;
  const style = {
    ...(color && {
      '--accent': color,
      '--on-accent': isLightColor(color, evenLuminance) ? '#000000' : '#ffffff',
    }),
    ...(logo && { '--logo': `url(${JSON.stringify(logo)})` }),
  } as CSSProperties;
  return { dir: direction, lang: language, 'data-logo': logo ? '' : undefined, style };
}

function settingsOf({ version: _, blocks: __, ...settings }: EmailDocument): DocumentSettings {
  return settings;
}

/** Opens the form of the selected block, if it has one. */
function openSelected(editor: Editor, open: (form: OpenForm) => void): boolean {
  const existing = selectedBlock(editor);
  if (existing === null) return false;
  open({ name: 'block', type: existing.type, existing });
  return true;
}
