/** One group of `Name: value` lines; names in lower case, the first value of a name wins unless all are asked for. */
export interface FieldBlock {
  /** The lines as they came. */
  readonly text: string;
  first(name: string): string | null;
  all(name: string): string[];
}

/** Reads the blocks of a report part (RFC 3464 §2.1, RFC 5965 §3): lines folded with blanks, blocks apart by an empty line. */
export function parseFieldBlocks(text: string): FieldBlock[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((block) => ({ block, fields: parseFields(block) }))
    .filter(({ fields }) => fields.length > 0)
    .map(({ block, fields }) => toBlock(block, fields));
}

/** The header of an embedded message, without reading its body. */
export function parseHeaderBlock(message: string): FieldBlock {
  const end = message.search(/\r?\n\r?\n/);
  const header = end < 0 ? message : message.slice(0, end);
  return toBlock(header, parseFields(header));
}

type Field = readonly [name: string, value: string];

function parseFields(text: string): Field[] {
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const last = lines.length - 1;
    if (/^[ \t]/.test(line) && last >= 0) lines[last] += ` ${line.trim()}`;
    else lines.push(line);
  }
  return lines.flatMap((line): Field[] => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : [];
  });
}

function toBlock(text: string, fields: readonly Field[]): FieldBlock {
  return {
    text,
    first: (name) => fields.find(([key]) => key === name)?.[1] ?? null,
    all: (name) => fields.filter(([key]) => key === name).map(([, value]) => value),
  };
}
