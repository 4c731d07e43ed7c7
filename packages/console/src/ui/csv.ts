/** Characters that separate fields, of which a file uses the one that its first line has most of. */
const delimiters = [',', ';', '\t'] as const;

/** The first rows of a CSV file, the header row included. Quotation marks may enclose delimiters and line breaks. */
export function csvRows(text: string, rowsMax: number): string[][] {
  const marked = text.replace(/^\uFEFF/, '');
  // Excel's own line, which names the delimiter.
  const named = /^"?sep=([^\r\n"])"?[,;\t]*\r?\n/i.exec(marked);
  const source = marked.slice(named?.[0].length ?? 0);
  const delimiter = named?.[1] ?? delimiterOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(field);
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
    field = '';
  };
  for (let index = 0; index < source.length && rows.length < rowsMax; index += 1) {
    const char = source[index];
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (source[index + 1] === '"') field += source[(index += 1)];
      else isQuoted = false;
    } else if (char === '"' && field === '') isQuoted = true;
    else if (char === delimiter) {
      row.push(field);
      field = '';
    } else if (char === '\n') endRow();
    else if (char !== '\r') field += char;
  }
  if (rows.length < rowsMax) endRow();
  return rows;
}

function delimiterOf(text: string): string {
  const line = text.slice(0, Math.max(0, text.search(/[\r\n]|$/)));
  const count = (delimiter: string) => line.split(delimiter).length;
  return [...delimiters].sort((a, b) => count(b) - count(a))[0] ?? ',';
}
