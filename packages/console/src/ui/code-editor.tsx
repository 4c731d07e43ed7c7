import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { closePercentBrace } from '@codemirror/lang-liquid';
import { bracketMatching } from '@codemirror/language';
import { linter, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { Input } from '@mantine/core';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { codeBase, languageOf, type CodeLanguage } from './code-language';
import classes from './code-editor.module.css';

export interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly language: CodeLanguage;
  /** Offered when a variable is typed. */
  readonly variables?: readonly string[];
  /** Problems of the text, underlined where they are. */
  readonly lint?: (text: string) => readonly Diagnostic[];
  readonly readOnly?: boolean;
  /** Below the text: why it is not accepted. */
  readonly error?: string | undefined;
  /** Above the text: what writes into it, at the place of the cursor. */
  readonly actions?: (insert: (text: string) => void) => ReactNode;
}

/** A text with highlighting, completion and problems. Tab leaves it, as it leaves each field. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, onChange, language, variables, lint, readOnly, actions, error } = props;
  const errorId = useId();
  const isInvalid = error !== undefined;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changing = useRef(new Compartment());
  const latest = useRef({ onChange, lint, value, label });
  latest.current = { onChange, lint, value, label };
  const names = (variables ?? []).join(' ');
  useEffect(() => {
    const editor = new EditorView({
      ...(parent.current && { parent: parent.current }),
      state: EditorState.create({
        doc: latest.current.value,
        extensions: baseExtensions(latest, changing.current),
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const lists = [
      languageOf(language, names === '' ? [] : names.split(' ')),
      language === 'json' ? [] : closePercentBrace,
      linter((editor) => latest.current.lint?.(editor.state.doc.toString()) ?? []),
      EditorState.readOnly.of(readOnly ?? false),
      EditorView.contentAttributes.of(
        isInvalid ? { 'aria-invalid': 'true', 'aria-describedby': errorId } : {},
      ),
    ];
    view.current?.dispatch({ effects: changing.current.reconfigure(lists) });
  }, [language, names, readOnly, isInvalid]);
  useEffect(() => {
    const editor = view.current;
    // Only a text from outside: what was typed is there already.
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  const insert = (text: string) => {
    const editor = view.current;
    if (editor === null) return;
    editor.dispatch(editor.state.replaceSelection(text));
    editor.focus();
  };
  return (
    <>
      {actions?.(insert)}
      <div className={classes.editor} ref={parent} />
      {isInvalid && (
        <Input.Error id={errorId} mt={4}>
          {error}
        </Input.Error>
      )}
    </>
  );
}

interface Latest {
  readonly current: Pick<CodeEditorProps, 'onChange' | 'label'>;
}

function baseExtensions(latest: Latest, changing: Compartment): Extension {
  return [
    codeBase(latest.current.label),
    history(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    changing.of([]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange(update.state.doc.toString());
    }),
  ];
}
