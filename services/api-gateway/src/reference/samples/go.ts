import { apiKeyVariable, type SampleRequest } from './sample';

/** With nothing but the standard library. */
export function goSample({ method, url, body }: SampleRequest): string {
  const text = body && ('text' in body ? body.text : JSON.stringify(body.value, null, 2));
  return [
    'package main',
    '',
    'import (',
    ...['fmt', 'io', 'net/http', 'os', ...(text === null ? [] : ['strings']), 'time'].map(
      (name) => `\t"${name}"`,
    ),
    ')',
    '',
    'func main() {',
    ...(text === null ? [] : [`\tbody := strings.NewReader(${raw(text)})`]),
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${text === null ? 'nil' : 'body'})`,
    ...failing,
    `\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("${apiKeyVariable}"))`,
    ...(body ? [`\trequest.Header.Set("Content-Type", "${body.type}")`] : []),
    '\tclient := http.Client{Timeout: 30 * time.Second}',
    '\tresponse, err := client.Do(request)',
    ...failing,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    ...failing,
    '\tfmt.Println(response.StatusCode, string(answer))',
    '}',
  ].join('\n');
}

const failing = ['\tif err != nil {', '\t\tpanic(err)', '\t}'];

function raw(text: string): string {
  return `\`${text.replaceAll('`', '` + "`" + `')}\``;
}
