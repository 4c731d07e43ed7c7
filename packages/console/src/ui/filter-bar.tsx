import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../texts/texts';
import { FilterSelect, type FilterOption } from './filter-select';
import { TimeFilter } from './time-filter';
import { clearFilters, type ChangeFilters, type Filters } from './use-filters';
import classes from './ui.module.css';

export interface Filter<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** Values to choose from, or their labels by value. */
  readonly options?: readonly string[] | Readonly<Record<string, string>>;
  /** Values to choose from, read when the filter is opened. Without either, the filter is a text. */
  readonly load?: () => Promise<readonly FilterOption[]>;
  readonly wide?: true;
  /** Hidden until it is asked for, or has a value. */
  readonly rare?: true;
}

/** How long after the last key a text is searched for. */
const typingMs = 300;

export interface FilterBarProps<Name extends string> {
  readonly filters: readonly Filter<Name>[];
  readonly values: Filters<Name>;
  readonly change: ChangeFilters<Name>;
  /** Adds a filter by time, with the names `since` and `until`. */
  readonly time?: boolean;
}

/** Filters of a list. */
export function FilterBar<Name extends string>({
  filters,
  values,
  change,
  time = false,
}: FilterBarProps<Name>) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = filters.filter(({ name, rare }) => showsAll || !rare || values[name] !== undefined);
  const isFiltered = Object.keys(values).length > 0;
  return (
    <div className={classes.filters} role="search">
      {shown.map((filter) => (
        <FilterField key={filter.name} filter={filter} value={values[filter.name] ?? ''} change={change} />
      ))}
      {time && <TimeFilter values={values} change={change} />}
      {!showsAll && filters.some(({ rare }) => rare) && (
        <Button data-narrow variant="subtle" color="gray" onClick={() => setShowsAll(true)}>
          {texts.filters.more}
        </Button>
      )}
      {isFiltered && (
        <Button data-narrow variant="subtle" color="gray" onClick={() => clearFilters({ values, change })}>
          {texts.filters.clear}
        </Button>
      )}
    </div>
  );
}

function FilterField<Name extends string>({
  filter,
  value,
  change,
}: {
  readonly filter: Filter<Name>;
  readonly value: string;
  readonly change: ChangeFilters<Name>;
}) {
  const { name, label, options, load, wide } = filter;
  const [text, setText] = useState(value);
  const asked = useRef(value);
  useEffect(() => {
    // What this field has asked for arrives late; more may have been typed meanwhile.
    if (value !== asked.current) setText(value);
    asked.current = value;
  }, [value]);
  const set = (next: string) => {
    asked.current = next;
    change({ [name]: next } as Filters<Name>);
  };
  const setLater = useDebouncedCallback(set, typingMs);
  if (options !== undefined || load !== undefined)
    return <FilterSelect {...{ name, label, options, load, value, set }} />;
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
