import assert from 'node:assert';
import type { SampleLanguage } from './code-blocks';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const names: Readonly<Record<string, SampleLanguage>> = {
  curl: 'sh',
  typescript: 'ts',
  python: 'python',
  php: 'php',
  go: 'go',
};

/** An operation of the OpenAPI document with its samples. */
export interface SampledOperation {
  readonly id: string;
  readonly method: string;
  /** With placeholders. */
  readonly path: string;
  /** Statuses of success. */
  readonly statuses: readonly string[];
  readonly answersCsv: boolean;
  readonly samples: ReadonlyMap<SampleLanguage, string>;
  /** What the samples write where the path has placeholders, in order. */
  readonly pathValues: readonly string[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
}

interface DocumentOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

/**
 * All operations in the order of the document.
 * @param served fetches a path of the gateway
 */
export async function sampledOperations(
  served: (path: string) => Promise<string>,
): Promise<SampledOperation[]> {
  const { paths } = JSON.parse(await served('/openapi.json')) as Document;
  const pages = new Map<string, string>();
  const found: SampledOperation[] = [];
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { operationId: id, tags, responses }] of Object.entries(item)) {
      const page = `/docs/${tags[0].toLowerCase().replaceAll(' ', '-')}`;
      const html = pages.get(page) ?? (await served(page));
      pages.set(page, html);
      const samples = samplesOn(html, id);
      found.push({
        ...{ id, method: method.toUpperCase(), path, samples },
        statuses: Object.keys(responses).filter((status) => status.startsWith('2')),
        answersCsv: Object.values(responses).some(
          ({ content = {} }) => Object.keys(content)[0] === 'text/csv',
        ),
        pathValues: pathValuesIn(samples.get('sh') ?? '', path),
      });
    }
  }
  return found;
}

/** The samples of one operation on a page of the reference. */
function samplesOn(html: string, operationId: string): ReadonlyMap<SampleLanguage, string> {
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

function pathValuesIn(curl: string, path: string): string[] {
  const filled = new RegExp(`/api/v1${path.replaceAll(/\{\w+\}/g, "([^/?']+)")}['?]`).exec(curl);
  assert(filled, `the sample calls ${path}: ${curl}`);
  return filled.slice(1).map(decodeURIComponent);
}

/** The code with other values where the path has placeholders. */
export function withPathValues(code: string, shown: readonly string[], wanted: readonly string[]): string {
  let done = '';
  let rest = code;
  for (const [index, value] of shown.entries()) {
    // In an address it is written otherwise than in a string.
    const written = [value, encodeURIComponent(value)].find((text) => rest.includes(text));
    assert(written, `${value} is in ${code}`);
    const at = rest.indexOf(written);
    done += rest.slice(0, at) + wanted[index];
    rest = rest.slice(at + written.length);
  }
  return done + rest;
}
