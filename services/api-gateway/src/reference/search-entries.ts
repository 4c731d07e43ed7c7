import { errorCatalogue } from '@postrider/contracts/errors';
import { errorCodes } from './error-page';
import type { Guide } from './guides';
import { anchorOf, plainText } from './markdown';
import type { Body, Operation, ReadDocument, Schema } from './read-document';
import { payloadTag, resourcePath } from './resource-page';

/** What a search finds. `assets/search.js` ranks entries by these fields, in this order. */
export interface SearchEntry {
  readonly title: string;
  readonly about: string;
  readonly url: string;
  /** Of an operation: its id, tag and method of the client, and the fields of its request. */
  readonly names?: string;
  /** Of its response, or of a webhook. */
  readonly fields?: string;
  readonly words?: string;
}

export function searchEntries(read: ReadDocument, guides: readonly Guide[]): SearchEntry[] {
  return [
    ...guides.flatMap(guideEntries),
    ...[...read.tags.values()].flat().map((operation) => operationEntry(operation, read)),
    ...payloadEntries(read),
    ...errorCodes.map((code) => ({
      title: code,
      about: `Error ${errorCatalogue[code].http}`,
      url: `/docs/errors#${code}`,
      words: errorCatalogue[code].meaning,
    })),
  ];
}

function guideEntries({ slug, title, markdown }: Guide): SearchEntry[] {
  const url = `/docs/guides/${slug}`;
  const [introduction = '', ...sections] = markdown.split(/^## /m);
  return [
    { title, about: 'Guide', url, words: wordsOf(introduction) },
    ...sections.map((section) => {
      const [heading = ''] = section.split('\n');
      return {
        ...{ title: heading, about: `Guide: ${title}` },
        ...{ url: `${url}#${anchorOf(heading)}`, words: wordsOf(section) },
      };
    }),
  ];
}

function operationEntry(operation: Operation, read: ReadDocument): SearchEntry {
  const { id, tag, sdkMethod, method, path, summary, description, parameters, body, success } = operation;
  const request = [...parameters.map(({ name }) => name), ...fieldsOf(body, read)];
  return {
    ...{ title: summary, about: `${method} ${path}`, url: `${resourcePath(tag)}#${id}` },
    names: [...new Set([id, tag, sdkMethod, ...request])].join(' '),
    fields: fieldsOf(success.body, read).join(' '),
    words: wordsOf(description),
  };
}

function payloadEntries(read: ReadDocument): SearchEntry[] {
  return read.webhooks.flatMap(({ types, body }) =>
    types.map((type) => ({
      ...{ title: type, about: 'Webhook', url: `${resourcePath(payloadTag)}#${types[0] ?? ''}` },
      fields: fieldsOf(body, read).join(' '),
      words: wordsOf(read.schemaOf(body.schema).description ?? ''),
    })),
  );
}

/** Each word of a text once, without code: concepts are named in sentences, not only in titles. */
function wordsOf(markdown: string): string {
  const text = plainText(markdown.replace(/^```[^]*?^```$/gm, '')).toLowerCase();
  return [...new Set(text.match(/[\p{L}\p{N}_][\p{L}\p{N}_-]+/gu))].join(' ');
}

/** Names of all fields of a body, those of its lists and objects too. */
function fieldsOf(body: Body | null, { schemaOf }: ReadDocument): string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const collect = (schema: Schema): void => {
    if (schema.$ref !== undefined) {
      if (seen.has(schema.$ref)) return;
      seen.add(schema.$ref);
    }
    const {
      properties = {},
      items,
      anyOf = [],
      oneOf = [],
      allOf = [],
      additionalProperties,
    } = schemaOf(schema);
    for (const [name, property] of Object.entries(properties)) {
      names.add(name);
      collect(property);
    }
    for (const part of [...anyOf, ...oneOf, ...allOf]) collect(part);
    if (items) collect(items);
    if (typeof additionalProperties === 'object') collect(additionalProperties);
  };
  if (body) collect(body.schema);
  return [...names];
}
