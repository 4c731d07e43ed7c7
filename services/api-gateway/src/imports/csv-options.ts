/**
 * For csv-parse. Record delimiters are named, since it would otherwise take the first line break it meets for the only kind.
 * Quotation marks inside of fields, and rows of other lengths than the header, are what exports of real programs have.
 */
export const csvOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
};
