import { Text } from '@mantine/core';
import { useState } from 'react';
import { automationEditorTexts } from '../../texts/automation-editor';
import { CodeEditor } from '../../ui/code-editor';
import { objectOf } from '../templates/sample-data';
import { isContent, type AutomationContent } from './automation-content';

const { json: words } = automationEditorTexts;

/** Trigger and steps as the API has them. */
export function JsonEditor({
  content,
  set,
}: {
  readonly content: AutomationContent;
  readonly set: (content: AutomationContent) => void;
}) {
  const [json, setJson] = useState(() => JSON.stringify(content, null, 2));
  const isValid = isContent(objectOf(json));
  return (
    <>
      <Text size="sm" mb="xs" c={isValid ? 'dimmed' : 'var(--bad)'} role="status">
        {isValid ? words.text : words.invalid}
      </Text>
      <CodeEditor
        label={words.label}
        language="json"
        value={json}
        onChange={(next) => {
          setJson(next);
          const value = objectOf(next);
          if (isContent(value)) set({ trigger: value.trigger, steps: value.steps });
        }}
      />
    </>
  );
}
