import { Button, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { editorTexts } from '../texts/editor';
import { templateTexts } from '../texts/templates';
import { CodeEditor, type CodeEditorProps } from '../ui/code-editor';
import { insertImage } from '../ui/images/insert-image';

/** The content of an email as code: its HTML and its text. While there is none, it can be written in the visual editor instead. */
export function HtmlAndText({
  html,
  text,
  change,
  useVisual,
  children,
  ...editor
}: Pick<CodeEditorProps, 'variables' | 'lint' | 'readOnly'> & {
  readonly html: string;
  readonly text: string;
  readonly change: (part: { readonly html?: string; readonly text?: string }) => void;
  readonly useVisual: () => void;
  /** Above the code. */
  readonly children?: ReactNode;
}) {
  const content = { html, text };
  return (
    <>
      {!editor.readOnly && html === '' && text === '' && (
        <Button variant="default" size="xs" w="fit-content" onClick={useVisual}>
          {editorTexts.useVisual}
        </Button>
      )}
      {children}
      <Tabs defaultValue={html === '' && text !== '' ? 'text' : 'html'} keepMounted={false}>
        <Tabs.List mb="xs">
          <Tabs.Tab value="html">{templateTexts.html}</Tabs.Tab>
          <Tabs.Tab value="text">{templateTexts.text}</Tabs.Tab>
        </Tabs.List>
        {(['html', 'text'] as const).map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeEditor
              {...editor}
              label={templateTexts[language]}
              language={language}
              value={content[language]}
              onChange={(value) => change({ [language]: value })}
              actions={language === 'html' && !editor.readOnly ? insertImage : undefined}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
