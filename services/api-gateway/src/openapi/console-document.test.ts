import { checkExamples, undescribed } from '../../test/document-content';
import { consoleRoutes } from '../console/console-routes';
import { createConsoleDocument } from './console-document';

const document = createConsoleDocument(consoleRoutes);

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
