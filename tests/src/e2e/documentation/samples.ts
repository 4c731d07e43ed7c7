import type { Language } from './code-blocks';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const names: Readonly<Record<string, Language>> = {
  curl: 'sh',
  typescript: 'ts',
  python: 'python',
  php: 'php',
  go: 'go',
};

/** The samples of one operation on a page of the reference. */
export function samplesOn(html: string, operationId: string): ReadonlyMap<Language, string> {
  const [, section = ''] =
    new RegExp(`<section class="operation" id="${operationId}"([^]*?)</section>`).exec(html) ?? [];
  const samples = section.matchAll(/<pre class="sample" data-language="(\w+)"[^>]*><code>([^]*?)<\/code>/g);
  return new Map(
    [...samples].map(([, name = '', code = '']) => {
      const language = names[name];
      if (language === undefined) throw new Error(`an unknown language: ${name}`);
      return [language, textOf(code)];
    }),
  );
}

function textOf(html: string): string {
  return html.replace(/<[^>]+>/g, '').replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all);
}
