import { endpointsOf, namesReached, typeName, type Content, type Document, type Schema } from './open-api';
import { commentOf, fieldsOf, typeOf, type Direction } from './type-of';

/** A type for each component of the document, and one for the webhook of each event type. */
export function writeSchemas(document: Document): string {
  const inRequests = namesInRequests(document);
  const types = Object.entries(document.components.schemas).map(([name, schema]) =>
    declaration(typeName(name), schema, inRequests.has(name) ? 'request' : 'answer'),
  );
  return [...types, webhookTypes(document)].join('\n');
}

/** A component of a request stays one, also where an answer repeats it: what is sent has to be exact. */
function namesInRequests(document: Document): Set<string> {
  const found = new Set<string>();
  for (const { operation } of endpointsOf(document))
    for (const schema of schemasOf(operation.requestBody?.content)) namesReached(schema, document, found);
  return found;
}

const schemasOf = (content: Content = {}): Schema[] =>
  Object.values(content).flatMap(({ schema }) => (schema ? [schema] : []));

function declaration(name: string, schema: Schema, direction: Direction): string {
  const isObject = schema.type === 'object' && schema.properties !== undefined;
  return isObject
    ? `${commentOf(schema)}export interface ${name} {\n${fieldsOf(schema, direction)}}\n`
    : `${commentOf(schema)}export type ${name} = ${typeOf(schema, direction)};\n`;
}

/** `type` distinguishes event types that share a component. */
function webhookTypes(document: Document): string {
  const rows = Object.entries(document.webhooks).map(([type, { post }]) => {
    const [schema] = schemasOf(post.requestBody?.content);
    if (!schema) throw new Error(`the webhook ${type} has no body`);
    return `'${type}': Omit<${typeOf(schema, 'answer')}, 'type'> & { type: '${type}' };\n`;
  });
  return `/** The body of a webhook by its event type. */\nexport interface WebhookBodies {\n${rows.join('')}}\n`;
}
