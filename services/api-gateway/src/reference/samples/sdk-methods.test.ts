import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { sdkMethods } from './sdk-methods';

it('samples call the methods that the SDK has', () => {
  const text = fs.readFileSync(path.join(projectRoot(), 'packages/sdk/src/codegen/method-names.ts'), 'utf8');
  const rows = [...text.matchAll(/^ {2}(\w+): '([\w.]+)',$/gm)].map(([, id = '', method = '']) => [
    id,
    method,
  ]);
  expect(rows.length).toBeGreaterThan(90);
  expect(sdkMethods).toEqual(Object.fromEntries(rows));
});
