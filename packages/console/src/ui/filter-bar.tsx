import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { texts } from '../texts/texts';
import type { ChangeFilters, Filters } from './use-filters';
import classes from './ui.module.css';

export interface Filter<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** Values to choose from; without them, a text. */
  readonly options?: readonly string[];
  readonly wide?: true;
  /** Hidden until it is asked for, or has a value. */
  readonly rare?: true;
}

/** How long after the last key a text is searched for. */
const typingMs = 300;

export function FilterBar<Name extends string>({
  filters,
  values,
  change,
}: {
  readonly filters: readonly Filter<Name>[];
  readonly values: Filters<Name>;
  readonly change: ChangeFilters<Name>;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = filters.filter(({ name, rare }) => showsAll || !rare || values[name] !== undefined);
  const isFiltered = filters.some(({ name }) => values[name] !== undefined);
  const clear = () =>
    change(Object.fromEntries(filters.map(({ name }) => [name, undefined])) as Filters<Name>);
  return (
    <div className={classes.filters} role="search">
      {shown.map((filter) => (
        <FilterField key={filter.name} filter={filter} value={values[filter.name] ?? ''} change={change} />
      ))}
      {!showsAll && filters.some(({ rare }) => rare) && (
        <Button data-narrow variant="subtle" color="gray" onClick={() => setShowsAll(true)}>
          {texts.filters.more}
        </Button>
      )}
      {isFiltered && (
        <Button data-narrow variant="subtle" color="gray" onClick={clear}>
          {texts.filters.clear}
        </Button>
      )}
    </div>
  );
}

function FilterField<Name extends string>({
  filter: { name, label, options, wide },
  value,
  change,
}: {
  readonly filter: Filter<Name>;
  readonly value: string;
  readonly change: ChangeFilters<Name>;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const set = (next: string) => change({ [name]: next } as Filters<Name>);
  const setLater = useDebouncedCallback(set, typingMs);
  if (options !== undefined)
    return (
      <Select
        aria-label={label}
        placeholder={label}
        size="xs"
        clearable
        data={options.map((each) => ({ value: each, label: each.replaceAll('_', ' ') }))}
        value={value === '' ? null : value}
        onChange={(next) => set(next ?? '')}
      />
    );
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      size="xs"
      data-wide={wide}
      data-filter
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setLater(event.currentTarget.value);
      }}
    />
  );
}
