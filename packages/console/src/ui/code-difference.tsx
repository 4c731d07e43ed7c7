import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { codeBase, languageOf, type CodeLanguage } from './code-language';
import classes from './code-editor.module.css';

/** How long the exact difference is searched for; beyond that it is coarser. Texts may have 500 kB. */
const searchMs = 200;

const theme = EditorView.theme({
  '.cm-deletedChunk': { backgroundColor: 'light-dark(#fdeceb, #3a1a18)' },
  '& .cm-deletedChunk .cm-deletedText': { background: 'light-dark(#f9cfcb, #6b2823)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'light-dark(#e9f7ee, #122c1d)' },
  '&.cm-merge-b .cm-changedText': { background: 'light-dark(#bfe8cd, #1f5634)' },
});

/** Two texts in one view: lines that only the first has, and lines that only the second has. */
export function CodeDifference({
  label,
  before,
  after,
  language,
}: {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly language: CodeLanguage;
}) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const extensions = [
      codeBase(label),
      languageOf(language),
      theme,
      EditorState.readOnly.of(true),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        syntaxHighlightDeletions: false,
        diffConfig: { scanLimit: 500, timeout: searchMs },
      }),
    ];
    const view = new EditorView({
      ...(parent.current && { parent: parent.current }),
      state: EditorState.create({ doc: after, extensions }),
    });
    return () => view.destroy();
  }, [label, before, after, language]);
  return <div className={classes.editor} ref={parent} />;
}
