import { apiKeyVariable, indent, literal, type LiteralStyle, type SampleRequest } from './sample';

const quoted = (text: string): string =>
  text.includes("'") || text.includes('\n') ? JSON.stringify(text) : `'${text}'`;

const style: LiteralStyle = {
  plain: (value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value)),
  object: ['{', '}'],
  emptyObject: '{}',
  name: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}: `,
  step: '  ',
};

export function typescriptSample({ method, url, body }: SampleRequest): string {
  const text =
    body &&
    ('text' in body ? quoted(body.text) : `JSON.stringify(${indent(literal(body.value, style), '  ')})`);
  return [
    `const response = await fetch(${quoted(url)}, {`,
    `  method: '${method}',`,
    '  headers: {',
    `    authorization: \`Bearer \${process.env.${apiKeyVariable}}\`,`,
    ...(body ? [`    'content-type': '${body.type}',`] : []),
    '  },',
    ...(text === null ? [] : [`  body: ${text},`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}
