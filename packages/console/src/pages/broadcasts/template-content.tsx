import { NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TemplateVariable } from '../../api/types';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { CodeEditor } from '../../ui/code-editor';
import { objectOf } from '../templates/sample-data';
import type { StepProps } from './broadcast-draft';
import { isOfContact, valueOf, withValue } from './template-values';

const { content: words } = broadcastTexts;
const { variables: variableWords } = words;

/** Chooses a template, and says what its variables are for all recipients. */
export function TemplateContent({ draft, change }: StepProps) {
  const { data } = useRead('/templates', { query: { status: 'published', limit: 100 } });
  const chosen = data?.data.find(({ id }) => id === draft.templateId);
  return (
    <>
      <Select
        label={words.template}
        required
        searchable
        data={(data?.data ?? []).map(({ id, name, slug }) => ({
          value: id,
          label: name === '' ? slug : name,
        }))}
        value={draft.templateId === '' ? null : draft.templateId}
        onChange={(id) => change({ templateId: id ?? '', templateData: '{}' })}
      />
      {chosen !== undefined && chosen.current_version !== null && (
        <TemplateValues
          key={chosen.id}
          template={chosen.id}
          version={chosen.current_version}
          draft={draft}
          change={change}
        />
      )}
    </>
  );
}

function TemplateValues({
  template,
  version,
  draft,
  change,
}: StepProps & { readonly template: string; readonly version: number }) {
  const path = { id_or_slug: template, version: String(version) };
  const { data } = useRead('/templates/{id_or_slug}/versions/{version}', { path });
  if (data === undefined) return null;
  const values = objectOf(draft.templateData) ?? {};
  const personal = data.variables.filter(isOfContact);
  const common = data.variables.filter((variable) => !isOfContact(variable));
  return (
    <Stack gap="sm">
      {personal.length > 0 && (
        <Text size="sm">{variableWords.personal(personal.map(({ key }) => key).join(', '))}</Text>
      )}
      {common.length > 0 && (
        <Text size="xs" c="dimmed">
          {variableWords.text}
        </Text>
      )}
      {common.map((variable) => (
        <VariableField
          key={variable.key}
          variable={variable}
          value={valueOf(values, variable.key)}
          set={(value) =>
            change({ templateData: JSON.stringify(withValue(values, variable.key, value), null, 2) })
          }
        />
      ))}
    </Stack>
  );
}

interface FieldProps {
  readonly variable: TemplateVariable;
  readonly value: unknown;
  /** Undefined: no value. */
  readonly set: (value: unknown) => void;
}

function VariableField({ variable, value, set }: FieldProps) {
  const { key, type, fallback, required } = variable;
  const field = {
    label: labelOf(key),
    description: descriptionOf(fallback),
    withAsterisk: required && fallback === undefined,
  };
  switch (type) {
    case 'string':
      return (
        <TextInput
          {...field}
          value={textOf(value)}
          onChange={({ currentTarget: { value: typed } }) => set(typed === '' ? undefined : typed)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...field}
          value={typeof value === 'number' ? value : ''}
          onChange={(typed) => set(typeof typed === 'number' ? typed : undefined)}
        />
      );
    case 'boolean':
      return (
        <Select
          {...field}
          clearable
          data={[
            { value: 'true', label: broadcastTexts.report.yes },
            { value: 'false', label: broadcastTexts.report.no },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(chosen) => set(chosen === null ? undefined : chosen === 'true')}
        />
      );
    case 'list':
      return isTextList(value ?? fallback ?? []) ? (
        <Textarea
          {...field}
          description={variableWords.lines}
          autosize
          minRows={3}
          value={isTextList(value) ? value.join('\n') : ''}
          onChange={({ currentTarget: { value: typed } }) =>
            set(typed === '' ? undefined : typed.split('\n'))
          }
        />
      ) : (
        <StructuredField variable={variable} value={value} set={set} />
      );
    case 'object':
      return <StructuredField variable={variable} value={value} set={set} />;
  }
}

/** What has parts of its own, whose names only the template knows. */
function StructuredField({ variable: { key, fallback }, value, set }: FieldProps) {
  const [text, setText] = useState(() => JSON.stringify(value ?? fallback ?? {}, null, 2));
  const [isValid, setValid] = useState(true);
  return (
    <div>
      <Text size="sm" fw={500}>
        {labelOf(key)}
      </Text>
      <Text size="xs" mb="xs" c={isValid ? 'dimmed' : 'var(--bad)'}>
        {isValid ? variableWords.structured : variableWords.invalid}
      </Text>
      <CodeEditor
        label={key}
        language="json"
        value={text}
        onChange={(typed) => {
          setText(typed);
          const parsed = parsedOf(typed);
          setValid(parsed !== null);
          if (parsed !== null) set(parsed);
        }}
      />
    </div>
  );
}

/** A list or an object; null: the text holds neither. */
function parsedOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** `issue.title` becomes `Issue title`. */
function labelOf(key: string): string {
  const named = key.replace(/[._]+/g, ' ').trim();
  return named.charAt(0).toUpperCase() + named.slice(1);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function descriptionOf(fallback: unknown): string | undefined {
  const shown = typeof fallback === 'boolean' ? String(fallback) : textOf(fallback);
  return shown === '' ? undefined : variableWords.fallback(shown);
}
