import { createHash } from 'node:crypto';
import type { Answer, RequestContext } from '../http/request-context';
import { paletteOf, type Brand } from './brand';
import type { PageLanguage } from './languages';
import { Markup, markup } from './markup';
import { signOf, type PageSign } from './page-parts';
import { style } from './page-style';

export { Markup, markup } from './markup';

export interface Page {
  readonly language: PageLanguage;
  /** Of the window, and the one heading. */
  readonly title: string;
  readonly content: Markup;
  /** Whose page it is; none where that is unknown. */
  readonly brand?: Brand | undefined;
  readonly sign?: PageSign;
  /** Path of its Atom feed. */
  readonly feed?: string;
  /** Origin to which its form may redirect beside ours. */
  readonly leadsTo?: string | undefined;
}

export function renderPage({ language, title, content, brand, sign, feed }: Page): string {
  return markup`<!doctype html>
<html lang="${language.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${faviconOf(brand)}">
${feed === undefined ? [] : markup`<link rel="alternate" type="application/atom+xml" href="${feed}">`}
<style>${new Markup(colorsOf(brand))}</style>
<style>${new Markup(style)}</style>
</head>
<body>
${brand === undefined ? [] : headerOf(brand)}
<main>
${sign === undefined ? [] : signOf(sign)}
<h1>${title}</h1>
${content}
</main>
${brand === undefined ? [] : footerOf(brand, language)}
</body>
</html>
`.source;
}

/** A logo usually spells the name; where it does not load, its alternative text does. */
function headerOf({ name, logoUrl }: Brand): Markup {
  if (logoUrl !== null) return markup`<header><img src="${logoUrl}" alt="${name}"></header>`;
  return markup`<header><span class="tile" aria-hidden="true">${initialOf(name)}</span><span>${name}</span></header>`;
}

function footerOf({ name, privacyUrl }: Brand, { texts }: PageLanguage): Markup {
  const privacy =
    privacyUrl === null ? [] : [markup`<a href="${privacyUrl}" rel="noopener">${texts.privacy}</a>`];
  return markup`<footer><span>${name}</span>${privacy}</footer>`;
}

function initialOf(name: string): string {
  return [...new Intl.Segmenter().segment(name.trim())][0]?.segment.toUpperCase() ?? '';
}

/** The logo; else the initial on the organization's colour. */
function faviconOf(brand: Brand | undefined): string {
  if (brand?.logoUrl) return brand.logoUrl;
  const { brand: fill, onBrand } = paletteOf(brand);
  const sign =
    brand === undefined
      ? markup`<path d="M7 11h18v12H7zl9 7 9-7" fill="none" stroke="${onBrand}" stroke-width="2.4" stroke-linejoin="round"/>`
      : markup`<text x="16" y="22.5" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="18" fill="${onBrand}">${initialOf(brand.name)}</text>`;
  const svg = markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/>${sign}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg.source)}`;
}

function colorsOf(brand: Brand | undefined): string {
  const { brand: color, onBrand, light, dark } = paletteOf(brand);
  return `:root{--brand:${color};--on-brand:${onBrand};--light:${light};--dark:${dark}}`;
}

const styleHash = hashOf(style);

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

/** Nothing from other hosts but the organization's logo, no script, no framing: buttons can be pressed by the reader alone. */
export function pageHeaders({ brand, leadsTo, language }: Pick<Page, 'brand' | 'leadsTo' | 'language'>) {
  // Browsers hold redirects after a post to `form-action`, too.
  const formTargets = leadsTo === undefined ? "'self'" : `'self' ${leadsTo}`;
  const images = brand?.logoUrl ? `data: ${new URL(brand.logoUrl).origin}` : 'data:';
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language.tag,
    'content-security-policy': `default-src 'none'; style-src ${styleHash} ${hashOf(colorsOf(brand))}; img-src ${images}; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

export function replyPage(context: RequestContext, status: number, page: Page): void {
  // What is left of a body that is too slow is not waited for.
  const close = status === 408 ? { connection: 'close' } : {};
  const retry = status === 503 || status === 429 ? { 'retry-after': '60' } : {};
  const headers = { ...pageHeaders(page), ...retry, ...close };
  reply(context, { status, headers, body: renderPage(page), ...(status === 408 && { unreadForMs: 0 }) });
}

export function unknownLinkPage(language: PageLanguage): Page {
  const { title, text } = language.texts.unknownLink;
  return { language, title, sign: 'problem', content: markup`<p>${text}</p>` };
}

export function laterPage(language: PageLanguage): Page {
  const { title, text } = language.texts.later;
  return { language, title, sign: 'problem', content: markup`<p role="alert">${text}</p>` };
}

export function reply(context: RequestContext, { headers, body = '', ...answer }: Answer): void {
  context.send({
    ...answer,
    headers: {
      // Each look is one of its own, and no page about a person belongs in anybody's cache or index; archives say otherwise.
      'cache-control': 'no-store, private',
      'x-robots-tag': 'noindex, nofollow',
      ...headers,
      'content-length': Buffer.byteLength(body),
    },
    body,
  });
}
