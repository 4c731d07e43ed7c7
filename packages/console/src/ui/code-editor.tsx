import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { liquid, closePercentBrace } from '@codemirror/lang-liquid';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { linter, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { cspNonce } from './csp-nonce';
import classes from './code-editor.module.css';

export type CodeLanguage = 'html' | 'text' | 'json';

interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly language: CodeLanguage;
  /** Offered when a variable is typed. */
  readonly variables?: readonly string[];
  /** Problems of the text, underlined where they are. */
  readonly lint?: (text: string) => readonly Diagnostic[];
  readonly readOnly?: boolean;
}

const highlighting = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'light-dark(#1d4ed8, #8fb4ff)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'light-dark(#9a4a00, #f3b77a)' },
  { tag: [tags.string, tags.attributeValue], color: 'light-dark(#0b6b3a, #8ad6a4)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#7c2d92, #d8a6e8)' },
  { tag: [tags.comment, tags.meta, tags.angleBracket], color: 'light-dark(#596172, #a3abba)' },
  { tag: [tags.variableName, tags.special(tags.brace)], color: 'light-dark(#b42318, #ff9c92)' },
]);

const theme = EditorView.theme({
  '&': { fontSize: '0.75rem', backgroundColor: 'transparent' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--quiet)', borderColor: 'var(--line)' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '&.cm-focused .cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--mantine-color-body)',
    borderColor: 'var(--line)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--chosen)',
    color: 'var(--mantine-color-text)',
  },
});

function languageOf(language: CodeLanguage, variables: readonly string[]): Extension {
  if (language === 'json') return json();
  const completions = variables.map((name) => ({ label: name, type: 'variable' }));
  return [
    liquid({ variables: completions, ...(language === 'html' && { base: html() }) }),
    closePercentBrace,
  ];
}

/** A text with highlighting, completion and problems. Tab leaves it, as it leaves each field. */
export function CodeEditor({ label, value, onChange, language, variables, lint, readOnly }: CodeEditorProps) {
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
      linter((editor) => latest.current.lint?.(editor.state.doc.toString()) ?? []),
      EditorState.readOnly.of(readOnly ?? false),
    ];
    view.current?.dispatch({ effects: changing.current.reconfigure(lists) });
  }, [language, names, readOnly]);
  useEffect(() => {
    const editor = view.current;
    // Only a text from outside: what was typed is there already.
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  return <div className={classes.editor} ref={parent} />;
}

interface Latest {
  readonly current: Pick<CodeEditorProps, 'onChange' | 'label'>;
}

function baseExtensions(latest: Latest, changing: Compartment): Extension {
  return [
    EditorView.cspNonce.of(cspNonce),
    lineNumbers(),
    history(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    syntaxHighlighting(highlighting),
    theme,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': latest.current.label }),
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    changing.of([]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange(update.state.doc.toString());
    }),
  ];
}
