import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { cspNonce } from './csp-nonce';

export type CodeLanguage = 'html' | 'text' | 'json';

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

/** @param variables offered when a variable is typed */
export function languageOf(language: CodeLanguage, variables: readonly string[] = []): Extension {
  if (language === 'json') return json();
  const completions = variables.map((name) => ({ label: name, type: 'variable' }));
  return liquid({ variables: completions, ...(language === 'html' && { base: html() }) });
}

/** What each view of code has: colors, line numbers, wrapped lines. */
export function codeBase(label: string): Extension {
  return [
    EditorView.cspNonce.of(cspNonce),
    lineNumbers(),
    syntaxHighlighting(highlighting),
    theme,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
  ];
}
