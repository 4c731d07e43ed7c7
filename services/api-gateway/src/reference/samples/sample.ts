/** A request as a sample sends it; the key is read from the environment variable POSTRIDER_API_KEY. */
export interface SampleRequest {
  readonly operationId: string;
  /** Of the TypeScript client: `emails.send`. */
  readonly sdkMethod: string;
  readonly method: string;
  /** Of the gateway: `https://mail.example.com`. */
  readonly origin: string;
  /** With path and query. */
  readonly url: string;
  /** Of the placeholders in the path, in order. */
  readonly pathValues: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  /** It answers a page of a list, which the client iterates over. */
  readonly isPaged: boolean;
  readonly body: SampleBody | null;
  /** Media type of the answer; null: it has no body. */
  readonly answerType: string | null;
}

export type SampleBody =
  | { readonly type: 'application/json'; readonly value: unknown }
  | { readonly type: string; readonly text: string };

export const apiKeyVariable = 'POSTRIDER_API_KEY';

/** Names, with what pages show them by. */
export const sampleLanguages = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
} as const;

/** What a program must not take for text. */
export function answersBytes({ answerType }: SampleRequest): boolean {
  return answerType === 'application/octet-stream';
}

export type SampleLanguage = keyof typeof sampleLanguages;

export function indent(text: string, by: string): string {
  return text.replace(/\n/g, `\n${by}`);
}

/** A literal of some language: brackets, commas and names are its own, the order is that of the value. */
export interface LiteralStyle {
  readonly plain: (value: string | number | boolean | null) => string;
  readonly object: readonly [open: string, close: string];
  readonly emptyObject: string;
  readonly name: (name: string) => string;
  readonly step: string;
}

export function literal(value: unknown, style: LiteralStyle, at = ''): string {
  if (value === null || typeof value !== 'object') {
    return style.plain(value as string | number | boolean | null);
  }
  const inner = at + style.step;
  const list = Array.isArray(value);
  const entries = list
    ? value.map((item) => literal(item, style, inner))
    : Object.entries(value).map(([name, item]) => style.name(name) + literal(item, style, inner));
  const [open, close] = list ? ['[', ']'] : style.object;
  if (entries.length === 0) return list ? '[]' : style.emptyObject;
  const oneLine = `${open}${entries.join(', ')}${close}`;
  if (list && !oneLine.includes('\n') && oneLine.length < 60) return oneLine;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${at}${close}`;
}
