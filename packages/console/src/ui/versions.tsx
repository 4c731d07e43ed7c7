import { Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../api/types';
import { versionTexts as words } from '../texts/versions';
import { actorName } from './actor-name';
import { timeColumn } from './columns';
import type { Column } from './resource-list';
import list from './ui.module.css';

/** Of a version in the address; null: it is not a number of a version. */
export function versionNumber(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

interface PublishedVersion {
  readonly version: number;
  readonly published_at: string;
  readonly published_by: AuditEntry['actor'] | null;
}

/** The number, which opens the comparison of the version; who made it, and when. */
export function versionColumns<Version extends PublishedVersion>(): readonly [
  Column<Version>,
  Column<Version>,
  Column<Version>,
] {
  return [
    {
      title: words.columns.version,
      width: '8rem',
      cell: ({ version }) => (
        <Link
          to="."
          search={(before: Record<string, unknown>) => ({
            ...before,
            version: String(version),
            with: undefined,
          })}
          className={list.rowLink}
        >
          {words.version(version)}
        </Link>
      ),
    },
    {
      title: words.columns.by,
      width: 'minmax(0, 1fr)',
      cell: ({ published_by: by }) => (by === null ? words.unknown : actorName(by)),
    },
    timeColumn(words.columns.at, ({ published_at: at }) => at),
  ];
}

const draft = 'draft';
/** Options shown at once; typing a number finds the others. */
const optionsMax = 50;

/** What a version is compared with: the draft, or another version. */
export function OtherVersionSelect({
  newest,
  version,
  other,
  compareWith,
}: {
  readonly newest: number;
  readonly version: number;
  /** Null: the draft. */
  readonly other: number | null;
  readonly compareWith: (other: string) => void;
}) {
  const numbers = Array.from({ length: newest }, (_each, at) => at + 1).reverse();
  return (
    <Select
      size="xs"
      w="9rem"
      searchable
      limit={optionsMax}
      aria-label={words.compareWith}
      data={[
        { value: draft, label: words.draft },
        ...numbers
          .filter((number) => number !== version)
          .map((number) => ({ value: String(number), label: words.version(number) })),
      ]}
      value={other === null ? draft : String(other)}
      allowDeselect={false}
      onChange={(value) => compareWith(value === null || value === draft ? '' : value)}
    />
  );
}
