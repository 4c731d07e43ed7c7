import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose, diagnosis, failureClassNames } from './failure-classes';

it('each class has an actor and advice, and the documentation names both', () => {
  const page = readFileSync(join(__dirname, '../../../docs/outcomes.md'), 'utf8');
  for (const name of failureClassNames) {
    const found = diagnosis.parse(diagnose(name));
    expect(found.advice).toMatch(/^[A-Z].{20,}\.$/);
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\| ${found.actor} +\\|`, 'm'));
  }
});
