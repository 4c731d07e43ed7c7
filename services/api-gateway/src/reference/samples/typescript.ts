import { apiKeyVariable, literal, type LiteralStyle, type SampleRequest } from './sample';

const quoted = (text: string): string =>
  text.includes("'") || text.includes('\n') ? JSON.stringify(text) : `'${text}'`;

const style: LiteralStyle = {
  plain: (value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value)),
  object: ['{', '}'],
  emptyObject: '{}',
  name: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}: `,
  step: '  ',
};

/** With the SDK; what lists things is read to its end, page by page, and an export part by part. */
export function typescriptSample(request: SampleRequest): string {
  const { sdkMethod, origin, pathValues, query, body } = request;
  const values = [
    ...pathValues.map((value) => (/^\d+$/.test(value) ? value : quoted(value))),
    ...(body === null ? [] : ['text' in body ? quoted(body.text) : literal(body.value, style)]),
    ...(Object.keys(query).length === 0 ? [] : [literal(query, style)]),
  ];
  const call = `client.${sdkMethod}(${values.join(', ')})`;
  return [
    "import { Postrider } from 'postrider';",
    '',
    'const client = new Postrider({',
    `  apiKey: process.env.${apiKeyVariable}!,`,
    `  baseUrl: ${quoted(origin)},`,
    '});',
    ...shown(call, request),
  ].join('\n');
}

function shown(call: string, { operationId, isPaged, answerType }: SampleRequest): string[] {
  if (isPaged && /^list/.test(operationId)) {
    return [`for await (const item of ${call}) {`, '  console.log(item);', '}'];
  }
  if (answerType !== 'text/csv') return [`const answer = await ${call};`, 'console.log(answer);'];
  // As the client does: exports may be longer than memory.
  return operationId.startsWith('export')
    ? [`const { stream } = await ${call};`, 'for await (const part of stream) process.stdout.write(part);']
    : [`const { text } = await ${call};`, 'console.log(text);'];
}
