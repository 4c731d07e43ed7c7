import fs from 'node:fs';
import path from 'node:path';
import { isErrorCode, type ErrorCode } from '@postrider/contracts/errors';
import { projectRoot } from '@postrider/testkit';
import { createReachableTexts } from '../../test/reachable-errors';

const sources = path.resolve(__dirname, '..');
const routes = fs
  .readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.route.ts'));
const reachableTexts = createReachableTexts(projectRoot());

/** What the pipeline answers to routes with a body or a query. */
const byShape: Partial<Record<ErrorCode, RegExp>> = {
  validation_error: /^ {4}(body|query)\b/m,
  payload_too_large: /^ {4}body\b/m,
};

function documentedErrors(text: string): ErrorCode[] {
  const lists = [...text.matchAll(/(?:^ {4}errors:|^const \w+Errors =) \[([^;]*?)\](?:,| as const;|;)$/gm)];
  return lists
    .flatMap(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, code = '']) => code))
    .filter(isErrorCode);
}

it.each(routes)('%s documents only errors that its handler can give', (route) => {
  const file = path.join(sources, route);
  const text = fs.readFileSync(file, 'utf8');
  const reached = reachableTexts(file);
  const neverGiven = documentedErrors(text).filter(
    (code) => !reached.has(code) && !byShape[code]?.test(text),
  );
  expect(neverGiven).toEqual([]);
});

it('tells the errors of one handler from those of its neighbours in the same repository', () => {
  const reached = (route: string) => reachableTexts(path.join(sources, 'keys', route));
  expect(reached('rotate-key.route.ts').has('already_rotated')).toBe(true);
  expect(reached('revoke-key.route.ts').has('already_rotated')).toBe(false);
  expect(documentedErrors("    errors: ['not_found', 'topic_in_use'],")).toEqual([
    'not_found',
    'topic_in_use',
  ]);
});
