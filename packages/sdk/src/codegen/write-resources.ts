import { endpointsOf, referenceName, type Document, type Endpoint, type Schema } from './open-api';
import { comment, fieldsOf, typeOf } from './type-of';

/** These are written by hand, in `src/emails`. */
/** Parameters of paths that are numbers; the others are ids and names. */
const numbers: ReadonlySet<string> = new Set(['index', 'version']);
const handWritten: ReadonlySet<string> = new Set(['sendEmail', 'sendEmailBatch', 'checkEmail']);

/** A class for each resource of the client, with a method for each operation that is not written by hand. */
export function writeResources(document: Document): string {
  const byResource = new Map<string, Endpoint[]>();
  for (const endpoint of endpointsOf(document)) {
    const [resource] = placeOf(endpoint);
    byResource.set(resource, [...(byResource.get(resource) ?? []), endpoint]);
  }
  const classes = [...byResource].map(([resource, endpoints]) => {
    const methods = endpoints.filter((endpoint) => !isHandWritten(endpoint)).map(methodOf(document));
    return `export class ${capitalized(resource)}Resource extends Resource {\n${methods.join('\n')}}\n`;
  });
  const queries = endpointsOf(document).flatMap(queryType);
  return [imports(document, [...queries, ...classes].join('\n')), ...queries, ...classes].join('\n');
}

export function placeOf({ operation }: Endpoint): [resource: string, method: string] {
  const [resource = '', method = ''] = operation['x-sdk-method'].split('.');
  return [resource, method];
}

const isHandWritten = ({ operation }: Endpoint): boolean => handWritten.has(operation.operationId);

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function imports(document: Document, code: string): string {
  const used = Object.keys(document.components.schemas).filter((name) =>
    new RegExp(`\\b${name}\\b`).test(code),
  );
  return [
    `import type { Answer, CallOptions, CsvBody, FileContent, StreamContent, TextContent } from '../http/call';`,
    `import type { List } from '../http/list';`,
    `import { path } from '../http/path';`,
    `import { Resource } from '../http/resource';`,
    `import type { ${used.join(', ')} } from './schemas';\n`,
  ].join('\n');
}

function queryName({ operation }: Endpoint): string {
  return `${capitalized(operation.operationId)}Query`;
}

/**
 * Of an answer that has several formats the client asks for JSON. `wait` came to a method without a query: a parameter there would break
 * calls with options, so `waitForEmail` of the testing entry sends it.
 */
const leftOut: ReadonlySet<string> = new Set(['format', 'wait']);

function queryParameters({ operation }: Endpoint): Schema | undefined {
  const parameters = (operation.parameters ?? []).filter(
    ({ in: at, name }) => at === 'query' && !leftOut.has(name),
  );
  if (parameters.length === 0) return undefined;
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, description }) => [
      name,
      { ...schema, ...(description && { description }) },
    ]),
  );
  return { properties, required: parameters.filter(({ required }) => required).map(({ name }) => name) };
}

function queryType(endpoint: Endpoint): string[] {
  const parameters = queryParameters(endpoint);
  return parameters
    ? [`export interface ${queryName(endpoint)} {\n${fieldsOf(parameters, 'request')}}\n`]
    : [];
}

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

function methodOf(document: Document): (endpoint: Endpoint) => string {
  return (endpoint) => {
    const [, name] = placeOf(endpoint);
    const { operation, method, path } = endpoint;
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => camelCase(part));
    const bodyParameter = bodyOf(endpoint);
    const query = queryParameters(endpoint);
    const parameters: Parameter[] = [
      ...inPath.map((part) => ({
        name: part,
        type: numbers.has(part) ? 'number' : 'string',
        isOptional: false,
      })),
      ...(bodyParameter ? [bodyParameter] : []),
      ...(query ? [{ name: 'query', type: queryName(endpoint), isOptional: !query.required?.length }] : []),
      { name: 'options', type: 'CallOptions', isOptional: true },
    ];
    const { kind, type, read } = answerOf(endpoint, document);
    const isKeyed = operation.parameters?.some(({ name }) => name === 'Idempotency-Key');
    const request = [
      `method: '${method.toUpperCase()}'`,
      inPath.length === 0
        ? `path: '${path}'`
        : `path: path\`${path.replace(/\{(\w+)\}/g, (_, part: string) => `\${${camelCase(part)}}`)}\``,
      ...(bodyParameter ? ['body'] : []),
      ...(operation.requestBody?.content['text/csv'] ? [`contentType: 'text/csv'`] : []),
      ...(query ? ['query'] : []),
      ...(read ? [`read: '${read}'`] : []),
      ...(isKeyed ? ['isKeyed: true'] : []),
    ];
    const text = [operation.summary, operation.description].filter(Boolean).join('\n\n');
    const signature = parameters.map(
      ({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`,
    );
    return `${comment(text)}${name}(${signature.join(', ')}): ${type} {
      return this.api.${kind}({ ${request.join(', ')} }, options);
    }\n`;
  };
}

function bodyOf({ operation: { requestBody } }: Endpoint): Parameter | undefined {
  if (!requestBody) return undefined;
  const schema = requestBody.content['application/json']?.schema;
  const type = schema ? typeOf(schema, 'request') : 'CsvBody';
  return { name: 'body', type, isOptional: requestBody.required !== true };
}

interface AnswerType {
  readonly kind: 'call' | 'list';
  readonly type: string;
  readonly read?: 'none' | 'text' | 'bytes' | 'stream';
}

function answerOf({ operation }: Endpoint, document: Document): AnswerType {
  const content = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1].content;
  const reference = content?.['application/json']?.schema?.$ref;
  if (reference) return ofComponent(referenceName(reference), document);
  if (!content) return { kind: 'call', type: 'Promise<Answer<object>>', read: 'none' };
  if (content['application/octet-stream'])
    return { kind: 'call', type: 'Promise<Answer<FileContent>>', read: 'bytes' };
  // An export has no bound, what an import refused has.
  return operation.operationId.startsWith('export')
    ? { kind: 'call', type: 'Promise<Answer<StreamContent>>', read: 'stream' }
    : { kind: 'call', type: 'Promise<Answer<TextContent>>', read: 'text' };
}

function ofComponent(name: string, document: Document): AnswerType {
  const { data, next_cursor } = document.components.schemas[name]?.properties ?? {};
  if (!next_cursor || !data?.items) return { kind: 'call', type: `Promise<Answer<${name}>>` };
  return { kind: 'list', type: `List<${typeOf(data.items, 'answer')}>` };
}

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
