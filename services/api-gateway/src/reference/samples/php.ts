import { apiKeyVariable, indent, literal, type LiteralStyle, type SampleRequest } from './sample';

const quoted = (text: string): string => `'${text.replace(/[\\']/g, (letter) => `\\${letter}`)}'`;

const style: LiteralStyle = {
  plain: (value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value)),
  object: ['[', ']'],
  // An empty array would be written as a list.
  emptyObject: 'new stdClass()',
  name: (name) => `${quoted(name)} => `,
  step: '    ',
};

/** With the extension curl. */
export function phpSample({ method, url, body }: SampleRequest): string {
  const fields =
    body === null
      ? []
      : 'text' in body
        ? [`    CURLOPT_POSTFIELDS => ${JSON.stringify(body.text)},`]
        : [`    CURLOPT_POSTFIELDS => json_encode(${indent(literal(body.value, style), '    ')}),`];
  return [
    '<?php',
    `$request = curl_init(${quoted(url)});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    '    CURLOPT_HTTPHEADER => [',
    `        'Authorization: Bearer ' . getenv('${apiKeyVariable}'),`,
    ...(body ? [`        'Content-Type: ${body.type}',`] : []),
    '    ],',
    ...fields,
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 30,',
    ']);',
    '$answer = curl_exec($request);',
    "echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;",
  ].join('\n');
}
