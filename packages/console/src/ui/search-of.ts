/** Search parameters for a link that is also a Mantine component, whose types do not know the routes. */
export function searchOf(values: Readonly<Record<string, string>>): never {
  return values as never;
}
