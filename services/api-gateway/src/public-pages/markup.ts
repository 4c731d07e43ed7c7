/** What `markup` puts into it is escaped unless it is markup itself. */
export class Markup {
  constructor(readonly source: string) {}
}

type MarkupPart = string | Markup | readonly Markup[];

export function markup(texts: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(String.raw({ raw: texts }, ...parts.map(sourceOf)));
}

function sourceOf(part: MarkupPart): string {
  if (part instanceof Markup) return part.source;
  return typeof part === 'string' ? escapeHtml(part) : part.map(({ source }) => source).join('\n');
}

const entityOf: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": '#39',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&${entityOf[letter]};`);
}
