import fs from 'node:fs';
import path from 'node:path';
import { runbookPath } from '@postrider/contracts/platform-alerts';
import { markup } from '../public-pages/page-shell';
import { anchorOf, headingsOf, renderMarkdown } from './markdown';
import type { SitePage } from './page-frame';

/** Beside the sources, the build and the image alike. */
const runbooksFolder = path.resolve(__dirname, '../../../../docs/runbooks');

const indexPath = '/docs/runbooks';

/**
 * The operators' pages about alerts. They name no installation, so they need no session; the documentation for developers does not lead
 * to them.
 */
export function readRunbooks(): SitePage[] {
  const slugs = fs.readdirSync(runbooksFolder).map((file) => file.replace(/\.md$/, ''));
  return slugs
    .sort((a, b) => Number(b === 'README') - Number(a === 'README') || a.localeCompare(b))
    .map((slug): SitePage => {
      const markdown = fs.readFileSync(path.join(runbooksFolder, `${slug}.md`), 'utf8');
      return {
        path: slug === 'README' ? indexPath : runbookPath(slug),
        title: /^# (?:Postrider)?(.*)$/m.exec(markdown)?.[1] ?? slug,
        group: 'Runbooks',
        sections: headingsOf(markdown).map((title) => ({ anchor: anchorOf(title), title })),
        render: () => markup`<article class="guide">${renderMarkdown(markdown, servedTarget)}</article>`,
      };
    });
}

/** Null: a page of the repository that is not served. */
function servedTarget(target: string): string | null {
  if (/^(https?:|#|\/)/.test(target)) return target;
  const [, slug, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
  if (slug === undefined) return null;
  return (slug === 'README' ? indexPath : runbookPath(slug)) + anchor;
}
