import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { allRoutes } from '../../test/all-routes';
import { checkExamples, undescribed, walkSchemas } from '../../test/document-content';
import { createOpenApiDocument } from './document';
import { sdkMethods } from './sdk-methods';

/** Writes `docs/openapi.json` instead of comparing it. */
// eslint-disable-next-line no-restricted-syntax -- no service reads it
const isWriting = process.env['OPENAPI_DOCUMENT'] === 'write';
const file = path.join(projectRoot(), 'docs/openapi.json');

const routes = allRoutes();
const document = createOpenApiDocument(routes);

it('docs/openapi.json is this document; OPENAPI_DOCUMENT=write renews it', () => {
  const text = JSON.stringify(document, null, 2) + '\n';
  if (isWriting) fs.writeFileSync(file, text);
  // Compared as text: the order is part of what a reviewer sees. What a test prints of it is short.
  expect(fs.readFileSync(file, 'utf8') === text).toBe(true);
});

interface Described {
  readonly description?: string;
  readonly $ref?: string;
}
interface Operation extends Described {
  readonly operationId?: string;
  readonly summary?: string;
  readonly parameters?: readonly Described[];
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described>>;
}
type PathItem = Readonly<Partial<Record<'get' | 'post' | 'patch' | 'delete', Operation>>>;

it('describes every operation, parameter, header, tag and body', () => {
  const operations = Object.values({ ...document.paths, ...document.webhooks }).flatMap((item) =>
    (['get', 'post', 'patch', 'delete'] as const).flatMap((method) => (item as PathItem)[method] ?? []),
  );
  expect(operations.length).toBeGreaterThan(100);
  const named = operations.flatMap((operation): [string, Described][] => {
    const { operationId = operation.summary ?? '', parameters = [], requestBody, responses } = operation;
    return [
      [operationId, operation],
      ...parameters.map((each): [string, Described] => [`parameter of ${operationId}`, each]),
      ...(requestBody ? [[`body of ${operationId}`, requestBody] as [string, Described]] : []),
      ...Object.values(responses).map((each): [string, Described] => [`answer of ${operationId}`, each]),
    ];
  });
  const silent = named.filter(([, each]) => each.$ref === undefined && (each.description ?? '').length < 3);
  expect(silent.map(([name]) => name)).toEqual([]);
  // A description tells more than the summary above it.
  const empty = routes.filter(
    ({ description, summary }) => description.length < 20 || description === summary,
  );
  expect(empty.map(({ operationId }) => operationId)).toEqual([]);
  const headers = Object.values(document.components?.headers ?? {}) as { description?: string }[];
  expect(headers.filter(({ description }) => description === undefined)).toEqual([]);
});

it('gives every operation a short title that is unique on its page', () => {
  const titles = routes.map(({ tag, summary }) => `${tag}: ${summary}`);
  expect(new Set(titles).size).toBe(titles.length);
  expect(
    routes.map(({ summary }) => summary).filter((title) => title.length > 36 || /[.,;:]/.test(title)),
  ).toEqual([]);
});

it('says of every operation where the TypeScript client has it, and of nothing else', () => {
  const names = Object.values(sdkMethods);
  expect(Object.keys(sdkMethods).toSorted()).toEqual(routes.map((route) => route.operationId).toSorted());
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-zA-Z]+\.[a-zA-Z]+$/.test(name))).toEqual([]);
});

it('describes every field of every body, with an example where its values are not listed', () => {
  expect(undescribed(document)).toEqual([]);
});

it('every example is valid by the schema that it stands for', () => {
  const { faults, checked } = checkExamples(document);
  expect(faults).toEqual([]);
  // Of fields, of request bodies, of answers.
  expect(checked).toBeGreaterThan(800);
});

it('the examples of a request body are taken by the schema that checks requests', () => {
  for (const { body, documented, operationId } of routes) {
    if (body === undefined) continue;
    const schema = documented?.body ?? body;
    const method = Object.values(document.paths ?? {})
      .flatMap((item) => [item.post, item.patch])
      .find((operation) => operation?.operationId === operationId);
    const content = (
      method?.requestBody as { content: Record<string, { examples: Record<string, { value: unknown }> }> }
    ).content['application/json'];
    const values = Object.values(content?.examples ?? {}).map(({ value }) => value);
    expect([operationId, values.length > 0 && values[0] !== undefined]).toEqual([operationId, true]);
    for (const value of values) {
      const parsed = schema.safeParse(value);
      expect([operationId, parsed.error?.issues]).toEqual([operationId, undefined]);
    }
  }
});

it('names the schema of every object, so that generated types have names that read well', () => {
  const anonymous: string[] = [];
  for (const { schema, at } of walkSchemas(document)) {
    // Of a component itself, or of a map whose keys are free, there is nothing to name.
    if (schema.properties !== undefined && !/^#\/components\/schemas\/\w+$/.test(at)) anonymous.push(at);
  }
  expect(anonymous).toEqual([]);
});

it('requires no field that has a default', () => {
  for (const { schema, at } of walkSchemas(document)) {
    const required = (schema.required ?? []).filter(
      (name) => schema.properties?.[name]?.default !== undefined,
    );
    expect([at, required]).toEqual([at, []]);
  }
});
