/** A list that is short by its limits, so that it has no pages. */
export function wholeList<Item>(data: Item[]): { readonly object: 'list'; readonly data: Item[] } {
  return { object: 'list', data };
}
