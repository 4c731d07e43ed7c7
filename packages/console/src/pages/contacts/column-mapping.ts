import type { contactTexts } from '../../texts/contacts';

export type ColumnField = keyof typeof contactTexts.importPage.fields;

/** What columns are read as, by their names; those that are missing are recognized by the import. */
export type ColumnMapping = Readonly<Record<string, ColumnField>>;

const memory = 'postrider-import-columns';

/** The mapping of the last file with the same columns. */
export function rememberedMapping(head: readonly string[]): ColumnMapping {
  const stored = localStorage.getItem(memory);
  if (stored === null) return {};
  const { columns, mapping } = JSON.parse(stored) as { columns: string; mapping: ColumnMapping };
  return columns === head.join('\n') ? mapping : {};
}

export function rememberMapping(head: readonly string[], mapping: ColumnMapping): void {
  localStorage.setItem(memory, JSON.stringify({ columns: head.join('\n'), mapping }));
}

/** The parameter `columns` of the import; nothing when all columns are recognized. */
export function columnsParameter(mapping: ColumnMapping): string | undefined {
  const chosen = Object.entries(mapping).filter(([, field]) => field !== 'auto');
  if (chosen.length === 0) return undefined;
  const fields = chosen.map(([name, field]) => [name, field === 'property' ? propertyOf(name) : field]);
  return JSON.stringify(Object.fromEntries(fields));
}

const propertyOf = (column: string): string => {
  const name = column
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
  return `properties.${name || column.trim()}`;
};
