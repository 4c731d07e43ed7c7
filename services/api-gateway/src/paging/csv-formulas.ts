/**
 * Characters that show nothing, as ranges for a pattern: controls, blanks of all widths, joiners, marks of direction and byte order,
 * fillers, variation selectors. A spreadsheet may drop them and run what comes behind. `\\s` would be other characters in PostgreSQL.
 */
const invisible = [
  ...[
    '\\u0001-\\u0020',
    '\\u007f-\\u00a0',
    '\\u00ad',
    '\\u061c',
    '\\u115f\\u1160',
    '\\u1680',
    '\\u17b4\\u17b5',
    '\\u180e',
  ],
  ...[
    '\\u2000-\\u200f',
    '\\u2028-\\u202f',
    '\\u205f-\\u206f',
    '\\u2800',
    '\\u3000',
    '\\u3164',
    '\\ufeff',
    '\\uffa0',
    '\\ufff0-\\ufffc',
  ],
].join('');
/** Those that join the character before them. */
const joining = '\\u034f\\u180b-\\u180d\\ufe00-\\ufe0f';

/**
 * A character that a spreadsheet runs as a formula, at the start of a field or behind what another spreadsheet takes for the
 * end of one: a comma file that is opened with semicolons is split there, within quotes, too. PostgreSQL and JavaScript read
 * the pattern alike.
 */
const formula = `(^|[;\\t\\r\\n])((?:["${invisible}]|[${joining}])*)([=+@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\uFE62\\uFE63\\uFE66\\uFE6B\\u2212-])`;

/** An apostrophe makes text of a formula: what strangers chose may be one. */
export function escapeFormulas(text: string): string {
  // eslint-disable-next-line no-misleading-character-class -- each of the joining characters is meant by itself
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
