import { Markup, markup } from '../public-pages/page-shell';

export interface SitePage {
  /** Below the host: `/docs/emails`. */
  readonly path: string;
  readonly title: string;
  readonly group: 'Guides' | 'API reference';
  /** What the navigation shows below the page's own line while it is open. */
  readonly sections: readonly { readonly anchor: string; readonly title: string; readonly method?: string }[];
  readonly render: () => Markup;
}

/** Addresses of the assets; they change with their content, so that browsers may keep them. */
export interface AssetUrls {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
}

/** A whole page: the navigation, the content, and no script or style but those of this host. */
export function renderFrame(page: SitePage, pages: readonly SitePage[], assets: AssetUrls): string {
  return markup`<!doctype html>
<html lang="en" data-language="curl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${page.title}: documentation of the Postrider API">
<title>${page.title} · Postrider</title>
<link rel="stylesheet" href="${assets.style}">
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<script src="${assets.script}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu" aria-expanded="false" aria-controls="navigation">Menu</button>
<a class="brand" href="/docs">Postrider</a>
<button type="button" class="search-open" aria-keyshortcuts="/">Search <kbd>/</kbd></button>
<button type="button" class="theme" aria-label="Switch between light and dark">◐</button>
</header>
<nav id="navigation" aria-label="Documentation">
${navigation(page, pages)}
</nav>
<main id="content" tabindex="-1">
${page.render()}
</main>
<dialog class="search" aria-label="Search the documentation">
<input type="search" placeholder="Search operations, fields, errors, guides" aria-label="Search" role="combobox" aria-expanded="true" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<ul id="found" role="listbox" aria-label="Results"></ul>
<p role="status" class="found-count"></p>
</dialog>
</body>
</html>
`.source;
}

function navigation(page: SitePage, pages: readonly SitePage[]): Markup {
  const groups = [...new Set(pages.map(({ group }) => group))];
  return markup`${groups.map(
    (group) => markup`<h2>${group}</h2>
<ul>${pages.filter((each) => each.group === group).map((each) => line(each, each.path === page.path))}</ul>`,
  )}`;
}

function line({ path, title, sections }: SitePage, isOpen: boolean): Markup {
  const current = new Markup(isOpen ? ' aria-current="page"' : '');
  const below = isOpen && sections.length > 0 ? markup`<ul>${sections.map(section)}</ul>` : new Markup('');
  return markup`<li><a href="${path}"${current}>${title}</a>${below}</li>`;
}

function section({ anchor, title, method }: SitePage['sections'][number]): Markup {
  const badge = method === undefined ? new Markup('') : methodBadge(method);
  return markup`<li><a href="#${anchor}"><span>${title}</span>${badge}</a></li>`;
}

export function methodBadge(method: string): Markup {
  return markup`<span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>`;
}
