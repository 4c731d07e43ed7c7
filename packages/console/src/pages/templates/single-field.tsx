import { NumberInput, Select, TextInput } from '@mantine/core';
import { templateTexts } from '../../texts/templates';

const { values: words } = templateTexts;

/** A text, a number, or yes and no. */
export function SingleField({
  type,
  value,
  set,
  ...field
}: {
  readonly type: 'string' | 'number' | 'boolean';
  readonly value: unknown;
  /** Undefined: no value. */
  readonly set: (value: unknown) => void;
  readonly label: string;
  readonly description?: string | undefined;
  readonly withAsterisk?: boolean;
}) {
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
            { value: 'true', label: words.yes },
            { value: 'false', label: words.no },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(chosen) => set(chosen === null ? undefined : chosen === 'true')}
        />
      );
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
