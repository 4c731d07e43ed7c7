/**
 * A character that a spreadsheet runs as a formula, at the start of a field or behind what another spreadsheet takes for the
 * end of one: a comma file that is opened with semicolons is split there, within quotes, too. PostgreSQL and JavaScript read
 * the pattern alike.
 */
const formula = '(^|[;\\t\\r\\n])([\\s"]*)([=+@\\uFF1D\\uFF0B\\uFF0D\\uFF20-])';

/** An apostrophe makes text of a formula: what strangers chose may be one. */
export function escapeFormulas(text: string): string {
  return text.replace(new RegExp(formula, 'g'), `$1$2'$3`);
}

/** The same of a text expression of SQL. */
export function escapeFormulasSql(text: string): string {
  return `regexp_replace(${text}, '${formula}', '\\1\\2''\\3', 'g')`;
}

const escaped = new RegExp(formula.replace('([=', "'([="), 'g');

/** The text before `escapeFormulas`. */
export function unescapeFormulas(text: string): string {
  return text.replace(escaped, '$1$2$3');
}
