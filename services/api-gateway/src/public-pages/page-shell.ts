import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { PageLanguage } from './languages';

/** Contrasts are 4.5 : 1 and more, in light and dark; nothing is said by colour alone. */
const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0}
main{max-width:32rem;margin:12vh auto 2rem;padding:0 1.5rem}h1{font-size:1.5rem;overflow-wrap:anywhere}
fieldset{border:1px solid #767676;border-radius:.4rem;margin:1rem 0;padding:.5rem 1rem}legend{padding:0 .4rem}
.choice{display:flex;gap:.7rem;align-items:baseline;padding:.4rem 0;overflow-wrap:anywhere}
.field{display:block;margin:1rem 0}.field input{box-sizing:border-box;display:block;width:100%;font:inherit;padding:.5rem}
.away{position:absolute;left:-100vw}small{display:block}
[role=status],[role=alert]{border-left:.3rem solid #1d4ed8;padding:.3rem .8rem}[role=alert]{border-color:#b91c1c}
button{font:inherit;padding:.6rem 1.4rem;margin:.3rem .5rem .3rem 0;border:2px solid #1d4ed8;border-radius:.4rem;background:#1d4ed8;color:#fff;cursor:pointer}
button.second{background:Canvas;color:CanvasText}
:focus-visible{outline:3px solid #d97706;outline-offset:2px}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing from elsewhere, no script, no framing: buttons can be pressed by the reader alone. */
export const pageHeaders = headersOf("'self'");

/** @param formTargets where forms of the page may lead: browsers hold redirects after a post to it, too */
function headersOf(formTargets: string) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  } as const;
}

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

export interface Page {
  readonly language: PageLanguage;
  /** Of the window, and the one heading. */
  readonly title: string;
  readonly content: Markup;
  /** Origin to which its form may redirect beside ours. */
  readonly leadsTo?: string | undefined;
}

export function renderPage({ language, title, content }: Page): string {
  return markup`<!doctype html>
<html lang="${language.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.source;
}

export function replyPage(response: ServerResponse, status: number, page: Page): void {
  const { leadsTo } = page;
  const common = leadsTo === undefined ? pageHeaders : headersOf(`'self' ${leadsTo}`);
  const headers = { ...common, 'content-language': page.language.tag };
  // What is left of a body that is too slow is not waited for.
  const close = status === 408 ? { connection: 'close' } : {};
  const retry = status === 503 || status === 429 ? { 'retry-after': '60' } : {};
  reply(response, { status, headers: { ...headers, ...retry, ...close }, body: renderPage(page) });
}

export function unknownLinkPage(language: PageLanguage): Page {
  const { title, text } = language.texts.unknownLink;
  return { language, title, content: markup`<p>${text}</p>` };
}

export function laterPage(language: PageLanguage): Page {
  const { title, text } = language.texts.later;
  return { language, title, content: markup`<p role="alert">${text}</p>` };
}

export interface PublicAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export function reply(response: ServerResponse, { status, headers, body = '' }: PublicAnswer): void {
  response.writeHead(status, {
    // Each look is one of its own, and no page about a person belongs in anybody's cache or index.
    'cache-control': 'no-store, private',
    'x-robots-tag': 'noindex, nofollow',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  });
  response.end(body);
}
