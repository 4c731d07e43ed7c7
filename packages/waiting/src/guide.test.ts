import { readFileSync } from 'node:fs';
import path from 'node:path';
import { waitingCauses, waitingFacts } from '@postrider/contracts/emails';

const guide = readFileSync(path.join(__dirname, '../../../docs/guides/why-late.md'), 'utf8');

test.each(waitingCauses)('the guide has a row for %s, with who acts', (cause) => {
  const rows = guide.split('\n').filter((line) => line.startsWith(`| \`${cause}\` `));
  expect(rows).toHaveLength(1);
  expect(
    rows[0]
      ?.split('|')[3]
      ?.split(',')
      .map((actor) => actor.trim()),
  ).toContain(waitingFacts[cause].actor);
});
