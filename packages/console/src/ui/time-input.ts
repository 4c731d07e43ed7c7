/** A time as a `datetime-local` field has it: without a zone, in that of the browser. */
export function localTime(at: string | number): string {
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The time that a `datetime-local` field holds, as the API reads it. */
export function timeOfInput(value: string): string {
  return new Date(value).toISOString();
}
