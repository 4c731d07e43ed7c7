import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { editorTexts } from '../texts/editor';
import { FormModal } from '../ui/form-modal';
import type { EditorVariable } from './document-types';

const { variable: words, add } = editorTexts;

/** Chooses a variable, with what it says for one recipient, and a fallback for those without a value. */
export function VariableForm({
  variables,
  insert,
  close,
}: {
  readonly variables: readonly EditorVariable[];
  readonly insert: (attrs: { readonly name: string; readonly fallback: string }) => void;
  readonly close: () => void;
}) {
  const [name, setName] = useState(variables[0]?.name ?? '');
  const [fallback, setFallback] = useState('');
  const example = variables.find((each) => each.name === name)?.example ?? '';
  return (
    <FormModal
      opened
      close={close}
      title={words.insert}
      action={add}
      submit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (name === '') return;
        insert({ name, fallback: fallback.trim() });
        close();
      }}
      change={{ error: null, isPending: false, reset: () => {} }}
    >
      {variables.length === 0 && <Text size="sm">{words.none}</Text>}
      <Select
        label={words.name}
        description={example === '' ? undefined : words.example(example)}
        data-autofocus
        searchable
        required
        allowDeselect={false}
        value={name === '' ? null : name}
        onChange={(value) => setName(value ?? '')}
        data={variables.map(({ name: value, label }) => ({ value, label }))}
      />
      <TextInput
        label={words.fallback}
        description={words.fallbackText}
        maxLength={120}
        value={fallback}
        onChange={(event) => setFallback(event.currentTarget.value)}
      />
    </FormModal>
  );
}
