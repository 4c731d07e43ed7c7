import { Markup, markup } from '../public-pages/page-shell';

export interface SitePage {
  /** Below the host: `/docs/emails`. */
  readonly path: string;
  readonly title: string;
  readonly group: 'Get started' | 'Guides' | 'Frameworks and software' | 'API reference' | 'Runbooks';
  /** Of a guide they stand beside it, of a resource below its line in the navigation. */
  readonly sections: readonly { readonly anchor: string; readonly title: string; readonly method?: string }[];
  readonly render: () => Markup;
}

/** Addresses of the assets; they change with their content, so that browsers may keep them. */
export interface AssetUrls {
  /** In the order in which they run. */
  readonly scripts: readonly string[];
  readonly style: string;
  readonly icon: string;
}

/** A whole page: the navigation, the content, and no script or style but those of this host. */
export function renderFrame(page: SitePage, pages: readonly SitePage[], assets: AssetUrls): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${page.title}: documentation of the Postrider API">
<title>${page.title} · Postrider</title>
<link rel="stylesheet" href="${assets.style}">
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
${assets.scripts.map((script) => markup`<script src="${script}" defer></script>`)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu" aria-expanded="false" aria-controls="navigation">Menu</button>
<a class="brand" href="/docs"><img src="${assets.icon}" alt="" width="24" height="24">Postrider <span>Docs</span></a>
<button type="button" class="search-open" aria-keyshortcuts="/">Search <kbd>/</kbd></button>
<button type="button" class="theme" aria-label="Switch between light and dark">◐</button>
</header>
<nav id="navigation" aria-label="Documentation">
${navigation(page, pages)}
</nav>
<main id="content" tabindex="-1">
${page.group === 'API reference' ? page.render() : guide(page, pages)}
</main>
<dialog class="search" aria-label="Search the documentation">
<input type="search" placeholder="Search guides, operations, fields and errors" aria-label="Search" role="combobox" aria-expanded="true" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<ul id="found" role="listbox" aria-label="Results"></ul>
<p role="status" class="found-count"></p>
</dialog>
</body>
</html>
`.source;
}

/** The text, what is on the page, and the pages before and after. */
function guide(page: SitePage, pages: readonly SitePage[]): Markup {
  const guides = pages.filter(({ group }) => group !== 'API reference');
  const index = guides.indexOf(page);
  const link = (other: SitePage | undefined, label: string): Markup =>
    other === undefined
      ? new Markup('')
      : markup`<a href="${other.path}"><span>${label}</span> ${other.title}</a>`;
  const contents =
    page.sections.length === 0
      ? new Markup('')
      : markup`<aside class="contents" aria-label="On this page"><h2>On this page</h2>
<ul>${page.sections.map(({ anchor, title }) => markup`<li><a href="#${anchor}">${title}</a></li>`)}</ul></aside>`;
  const layout = page.sections.length === 0 ? 'plain' : 'with-contents';
  return markup`<div class="${layout}"><div class="text">
${page.render()}
<div class="pager">${link(guides[index - 1], 'Previous')}${link(guides[index + 1], 'Next')}</div>
</div>${contents}</div>`;
}

function navigation(page: SitePage, pages: readonly SitePage[]): Markup {
  const groups = [...new Set(pages.map(({ group }) => group))];
  return markup`${groups.map(
    (group) => markup`<h2>${group}</h2>
<ul>${pages.filter((each) => each.group === group).map((each) => line(each, each.path === page.path))}</ul>`,
  )}`;
}

function line({ path, title, sections, group }: SitePage, isOpen: boolean): Markup {
  const current = new Markup(isOpen ? ' aria-current="page"' : '');
  const isListed = isOpen && group === 'API reference' && sections.length > 0;
  const below = isListed ? markup`<ul>${sections.map(section)}</ul>` : new Markup('');
  return markup`<li><a href="${path}"${current}>${title}</a>${below}</li>`;
}

function section({ anchor, title, method }: SitePage['sections'][number]): Markup {
  const badge = method === undefined ? new Markup('') : methodBadge(method);
  return markup`<li><a href="#${anchor}"><span>${title}</span>${badge}</a></li>`;
}

export function methodBadge(method: string): Markup {
  return markup`<span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>`;
}
