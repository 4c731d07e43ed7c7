import { ActionIcon, Button, Checkbox, Select, Table, Text, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { TemplateVariable } from '../../api/types';
import { templateTexts } from '../../texts/templates';
import { Panel } from '../../ui/panel';

const { variables: words } = templateTexts;
const types = ['string', 'number', 'boolean', 'list', 'object'] as const;

type Change = (variables: readonly TemplateVariable[]) => void;

/** The declared variables of a template. */
export function TemplateVariables({
  variables,
  change,
  readOnly,
}: {
  readonly variables: readonly TemplateVariable[];
  readonly change: Change;
  readonly readOnly: boolean;
}) {
  const set = (index: number, variable: TemplateVariable) => change(variables.with(index, variable));
  return (
    <Panel
      title={words.title}
      actions={
        !readOnly && (
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => change([...variables, { key: '', type: 'string', required: true }])}
          >
            {words.add}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {variables.length === 0 ? words.none : words.text}
      </Text>
      {variables.length > 0 && (
        <Table.ScrollContainer type="native" tabIndex={0} minWidth={460}>
          <Table fz="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.key}</Table.Th>
                <Table.Th>{words.type}</Table.Th>
                <Table.Th>{words.required}</Table.Th>
                <Table.Th>{words.fallback}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {variables.map((variable, index) => (
                <VariableRow
                  key={index}
                  variable={variable}
                  readOnly={readOnly}
                  set={(next) => set(index, next)}
                  remove={() => change(variables.toSpliced(index, 1))}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  );
}

function VariableRow({
  variable,
  readOnly,
  set,
  remove,
}: {
  readonly variable: TemplateVariable;
  readonly readOnly: boolean;
  readonly set: (variable: TemplateVariable) => void;
  readonly remove: () => void;
}) {
  const { key, type, required } = variable;
  return (
    <Table.Tr>
      <Table.Td>
        <TextInput
          size="xs"
          aria-label={words.key}
          value={key}
          readOnly={readOnly}
          onChange={(event) => set({ ...variable, key: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <Select
          size="xs"
          w="6.5rem"
          aria-label={words.type}
          data={types}
          value={type}
          readOnly={readOnly}
          onChange={(value) => set({ key, type: value ?? 'string', required })}
        />
      </Table.Td>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={words.required}
          checked={required}
          disabled={readOnly}
          onChange={(event) => set({ ...variable, required: event.currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <FallbackInput variable={variable} set={set} readOnly={readOnly} />
      </Table.Td>
      <Table.Td>
        {!readOnly && (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={words.remove(key)} onClick={remove}>
            <X size={14} />
          </ActionIcon>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** A text for strings, JSON for the other types. Empty: no fallback. */
function FallbackInput({
  variable,
  set,
  readOnly,
}: {
  readonly variable: TemplateVariable;
  readonly set: (variable: TemplateVariable) => void;
  readonly readOnly: boolean;
}) {
  const { key, type, required, fallback } = variable;
  const [text, setText] = useState(() =>
    fallback === undefined ? '' : typeof fallback === 'string' ? fallback : JSON.stringify(fallback),
  );
  const [isInvalid, setInvalid] = useState(false);
  const enter = (value: string) => {
    setText(value);
    const parsed = value === '' ? { value: undefined } : parseAs(type, value);
    setInvalid(parsed === null);
    if (parsed !== null)
      set({ key, type, required, ...(parsed.value !== undefined && { fallback: parsed.value }) });
  };
  return (
    <TextInput
      size="xs"
      aria-label={words.fallback}
      value={text}
      readOnly={readOnly}
      error={isInvalid && words.invalidFallback(key)}
      onChange={(event) => enter(event.currentTarget.value)}
    />
  );
}

function parseAs(type: TemplateVariable['type'], text: string): { readonly value: unknown } | null {
  if (type === 'string') return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
