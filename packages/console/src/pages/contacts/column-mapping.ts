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

/** Names of columns with addresses, the best first. The import knows more. */
const addressNames = [
  /^\W*e-?mail\W*(adress\w*|address)?\W*1?$/i,
  /e-?mail|courriel|correo|почта|邮箱/i,
  /^\W*mail\W*$/i,
  /^\W*(subscriber|address)/i,
];

/** Index of the column with addresses; -1: none is known. */
export function emailColumn(head: readonly string[], mapping: ColumnMapping): number {
  const chosen = head.findIndex((name) => mapping[name] === 'email');
  if (chosen !== -1) return chosen;
  const automatic = (name: string) => mapping[name] === undefined || mapping[name] === 'auto';
  const best = addressNames
    .map((names) => head.findIndex((name) => automatic(name) && names.test(name)))
    .find((column) => column !== -1);
  return best ?? -1;
}
