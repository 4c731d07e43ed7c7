import fs from 'node:fs';
import path from 'node:path';
import { emailCheck } from '@postrider/contracts/emails';
import { projectRoot } from '@postrider/testkit';

it('the guide has a row for each finding of a check, and for no other', () => {
  const guide = fs.readFileSync(path.join(projectRoot(), 'docs/guides/check-before-sending.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);
  expect(rows.sort()).toEqual([...emailCheck.shape.findings.element.shape.code.options].sort());
});
