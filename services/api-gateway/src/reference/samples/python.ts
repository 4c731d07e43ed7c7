import {
  answersBytes,
  apiKeyVariable,
  indent,
  literal,
  type LiteralStyle,
  type SampleRequest,
} from './sample';

const style: LiteralStyle = {
  plain: (value) =>
    value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value),
  object: ['{', '}'],
  emptyObject: '{}',
  name: (name) => `${JSON.stringify(name)}: `,
  step: '    ',
};

/** With nothing but the standard library. */
export function pythonSample(request: SampleRequest): string {
  const { method, url, body } = request;
  const data =
    body === null
      ? []
      : 'text' in body
        ? [`data=${JSON.stringify(body.text)}.encode(),`]
        : [`data=json.dumps(${indent(literal(body.value, style), '    ')}).encode(),`];
  const contentType = body ? [`        "Content-Type": "${body.type}",`] : [];
  return [
    'import json',
    'import os',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method="${method}",`,
    '    headers={',
    `        "Authorization": "Bearer " + os.environ["${apiKeyVariable}"],`,
    ...contentType,
    '    },',
    ...data.map((line) => `    ${line}`),
    ')',
    'with urllib.request.urlopen(request, timeout=30) as response:',
    `    print(response.status, response.read()${answersBytes(request) ? '' : '.decode()'})`,
  ]
    .filter((line) => line !== 'import json' || (body !== null && 'value' in body))
    .join('\n');
}
