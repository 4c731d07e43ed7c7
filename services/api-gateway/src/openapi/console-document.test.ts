import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { checkExamples, undescribed } from '../../test/document-content';
import { consoleRoutes } from '../console/console-routes';
import { createConsoleDocument } from './console-document';

/** Writes `docs/openapi-console.json` instead of comparing it. */
// eslint-disable-next-line no-restricted-syntax -- no service reads it
const isWriting = process.env['OPENAPI_DOCUMENT'] === 'write';
const file = path.join(projectRoot(), 'docs/openapi-console.json');

const document = createConsoleDocument(consoleRoutes);

it('docs/openapi-console.json is this document; OPENAPI_DOCUMENT=write renews it', () => {
  const text = JSON.stringify(document, null, 2) + '\n';
  if (isWriting) fs.writeFileSync(file, text);
  expect(fs.readFileSync(file, 'utf8') === text).toBe(true);
});

it('gives each operation a title of its own and a description that says more', () => {
  const titles = consoleRoutes.map(({ summary }) => summary);
  expect(new Set(titles).size).toBe(titles.length);
  const empty = consoleRoutes.filter(({ description }) => description.length < 20);
  expect(empty.map(({ operationId }) => operationId)).toEqual([]);
});

it('describes every field, with examples that are valid', () => {
  expect(undescribed(document)).toEqual([]);
  expect(checkExamples(document).faults).toEqual([]);
});

it('the examples of a request body are accepted by the schema that checks requests', () => {
  for (const { body, operationId } of consoleRoutes) {
    for (const example of body?.meta()?.['examples'] ?? []) {
      expect([operationId, body?.safeParse(example).success]).toEqual([operationId, true]);
    }
  }
});
