import fs from 'node:fs';
import path from 'node:path';

export interface Guide {
  /** `webhooks`, of `webhooks.md`. */
  readonly slug: string;
  readonly title: string;
  readonly markdown: string;
}

/** Beside the sources, the build and the image alike. */
const folder = path.resolve(__dirname, '../../../../docs/guides');
/** The order in which they are read. */
const slugs = ['getting-started', 'test-mode', 'errors-and-retries', 'webhooks'] as const;

/** @param origin stands where the pages say `https://mail.example.com` */
export function readGuides(origin: string): Guide[] {
  return slugs.map((slug) => {
    const text = fs.readFileSync(path.join(folder, `${slug}.md`), 'utf8');
    const markdown = text.replaceAll('https://mail.example.com', origin);
    return { slug, title: /^# (.*)$/m.exec(markdown)?.[1] ?? slug, markdown };
  });
}

export function headingsOf({ markdown }: Guide): string[] {
  const withoutCode = markdown.replace(/^```[^]*?^```$/gm, '');
  return [...withoutCode.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
}
