/** What an accessibility checker would say of the few things that these pages have. */
export function problemsOf(page: string): string[] {
  const count = (pattern: RegExp): number => page.match(pattern)?.length ?? 0;
  const ids = [...page.matchAll(/<input type="checkbox" id="([^"]+)"/g)].map(([, id]) => id);
  const named = ids.filter((id) => new RegExp(`<label for="${id}">[^<]+`).test(page));
  const tags = [...page.matchAll(/<\/?(main|form|fieldset|div|p|h1|label|button|small|legend)\b/g)];
  const open = new Map<string, number>();
  for (const [tag, name = ''] of tags)
    open.set(name, (open.get(name) ?? 0) + (tag.startsWith('</') ? -1 : 1));
  return [
    ...(count(/<h1>[^<]+<\/h1>/g) === 1 ? [] : ['not one heading']),
    ...(count(/<title>[^<]+<\/title>/g) === 1 ? [] : ['no title']),
    ...(count(/<main>/g) === 1 ? [] : ['no main']),
    ...(count(/<script|<[^>]*\s(?:on\w+|style)=/g) === 0 ? [] : ['script or style in line']),
    ...(count(/<input(?! type="(?:hidden|checkbox)")/g) === 0 ? [] : ['an unknown input']),
    ...(new Set(ids).size === ids.length && named.length === ids.length ? [] : ['a box without a label']),
    ...(ids.length === 0 || count(/<fieldset>\s*<legend>[^<]+/g) === 1 ? [] : ['boxes without a legend']),
    ...(count(/<button[^>]*>\s*<\/button>/g) === 0 ? [] : ['a button without words']),
    ...[...open].filter(([, depth]) => depth !== 0).map(([name]) => `${name} is not closed`),
  ];
}
