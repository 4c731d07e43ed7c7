import { answersBytes, apiKeyVariable, type SampleRequest } from './sample';

export function curlSample(request: SampleRequest): string {
  const { method, url, body } = request;
  const lines = [
    `curl${method === 'GET' || (method === 'POST' && body) ? '' : ` -X ${method}`} ${quoted(url)}`,
    `-H "Authorization: Bearer $${apiKeyVariable}"`,
    ...(body ? [`-H ${quoted(`Content-Type: ${body.type}`)}`, `--data-binary ${quoted(textOf(body))}`] : []),
    ...(answersBytes(request) ? ['--output file'] : []),
  ];
  return lines.join(' \\\n  ');
}

function textOf(body: NonNullable<SampleRequest['body']>): string {
  return 'text' in body ? body.text : JSON.stringify(body.value, null, 2);
}

function quoted(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}
