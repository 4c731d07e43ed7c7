import fs from 'node:fs';
import path from 'node:path';
import type { SitePage } from './page-frame';

export interface Guide {
  /** `webhooks`, of `webhooks.md`. */
  readonly slug: string;
  readonly group: SitePage['group'];
  readonly title: string;
  readonly markdown: string;
}

/** Beside the sources, the build and the image alike. */
const guidesFolder = path.resolve(__dirname, '../../../../docs/guides');
/** By group of the navigation, in the order in which they are read. */
const guideGroups = {
  'Get started': ['getting-started', 'sdk', 'smtp', 'test-mode'],
  Guides: [
    ...[
      'sending',
      'check-before-sending',
      'webhooks',
      'local-webhooks',
      'errors-and-retries',
      'handle-bounces',
      'why-late',
    ],
    ...['newsletter', 'receiving', 'deliverability', 'send-for-customers'],
    ...['going-to-production', 'end-to-end-tests', 'templates-in-git'],
    ...['assistants', 'limits', 'moving-from-resend'],
  ],
  'Frameworks and software': ['express-and-nestjs', 'nextjs', 'django', 'laravel', 'rails', 'other-software'],
} as const;

/** @param origin stands where the pages say `https://mail.example.com` */
export function readGuides(origin: string): Guide[] {
  return Object.entries(guideGroups).flatMap(([group, slugs]) =>
    slugs.map((slug) => {
      const text = fs.readFileSync(path.join(guidesFolder, `${slug}.md`), 'utf8');
      const markdown = text
        // Marks between which a table is written.
        .replace(/^<!-- .* -->\n/gm, '')
        .replaceAll('](https://mail.example.com/docs', '](/docs')
        .replaceAll('https://mail.example.com', origin);
      const title = /^# (.*)$/m.exec(markdown)?.[1] ?? slug;
      return { slug, group: group as SitePage['group'], title, markdown };
    }),
  );
}
