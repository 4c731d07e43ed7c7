/** A time as the API writes it, like `toISOString`. Rows in the API's own names and texts are answered as they are. */
export function isoTimeSql(time: string): string {
  return `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
