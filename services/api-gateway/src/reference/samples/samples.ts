import type { Examples } from '../example-value';
import type { Body, Operation, Parameter } from '../read-document';
import { curlSample } from './curl';
import { goSample } from './go';
import { phpSample } from './php';
import { pythonSample } from './python';
import type { SampleBody, SampleLanguage, SampleRequest } from './sample';
import { typescriptSample } from './typescript';

const writers: Readonly<Record<SampleLanguage, (request: SampleRequest) => string>> = {
  curl: curlSample,
  typescript: typescriptSample,
  python: pythonSample,
  php: phpSample,
  go: goSample,
};

const csvExample = 'email\nada@example.com\ngrace@example.com\n';

/** The example request of an operation, as its samples and the page's own form send it. */
export function exampleRequest(operation: Operation, examples: Examples, origin: string): SampleRequest {
  const { id, sdkMethod, method, path, parameters, body, success } = operation;
  const valueOf = (place: Parameter['in'], wanted: string): string => {
    const parameter = parameters.find(({ in: where, name }) => where === place && name === wanted);
    if (parameter === undefined) throw new Error(`${id} has no parameter ${wanted}`);
    return examples.ofParameter(parameter);
  };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const needed = parameters.filter((each) => each.in === 'query' && each.required === true);
  const query = Object.fromEntries(needed.map(({ name }) => [name, valueOf('query', name)]));
  const search = new URLSearchParams(query).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf('path', name)));
  return {
    ...{ operationId: id, sdkMethod, method, origin, query },
    url: `${origin}/api/v1${filled}${search === '' ? '' : `?${search}`}`,
    pathValues: names.map((name) => valueOf('path', name)),
    isPaged: parameters.some(({ in: place, name }) => place === 'query' && /^(cursor|after)$/.test(name)),
    body: body && exampleBody(body, examples),
    answerType: success.body?.type ?? null,
  };
}

function exampleBody(body: Body, examples: Examples): SampleBody {
  if (body.type !== 'application/json') return { type: body.type, text: csvExample };
  return { type: body.type, value: examples.ofBody(body, false) };
}

export function sampleIn(language: SampleLanguage, request: SampleRequest): string {
  return writers[language](request);
}
