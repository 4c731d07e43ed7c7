import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { allRoutes } from '../../test/all-routes';
import { createOpenApiDocument } from './document';

/** Writes `docs/openapi.json` instead of comparing it. */
// eslint-disable-next-line no-restricted-syntax -- no service reads it
const isWriting = process.env['OPENAPI_DOCUMENT'] === 'write';
const file = path.join(projectRoot(), 'docs/openapi.json');

const document = createOpenApiDocument(allRoutes());

it('docs/openapi.json is this document; OPENAPI_DOCUMENT=write renews it', () => {
  const text = JSON.stringify(document, null, 2) + '\n';
  if (isWriting) fs.writeFileSync(file, text);
  // Compared as text: the order is part of what a reviewer sees.
  expect(fs.readFileSync(file, 'utf8')).toBe(text);
});
