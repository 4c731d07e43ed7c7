import { examplePath, type Examples } from '../example-value';
import type { Body, Operation } from '../read-document';
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
export function exampleRequest(operation: Operation, examples: Examples, apiUrl: string): SampleRequest {
  const { id, method, body } = operation;
  return {
    operationId: id,
    method,
    url: apiUrl + examplePath(operation, examples),
    body: body && exampleBody(body, examples),
  };
}

function exampleBody(body: Body, examples: Examples): SampleBody {
  if (body.type !== 'application/json') return { type: body.type, text: csvExample };
  return { type: body.type, value: examples.ofBody(body, false) };
}

export function sampleIn(language: SampleLanguage, request: SampleRequest): string {
  return writers[language](request);
}
