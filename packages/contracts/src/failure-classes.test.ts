import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose, diagnosis, failureClassNames } from './failure-classes';

it('each class has an actor and advice, and the documentation names both', () => {
  const page = readFileSync(join(__dirname, '../../../docs/outcomes.md'), 'utf8');
  for (const name of failureClassNames) {
    const final = diagnosis.parse(diagnose(name, { isDelayed: false }));
    const delayed = diagnosis.parse(diagnose(name, { isDelayed: true }));
    for (const { advice } of [final, delayed]) expect(advice).toMatch(/^[A-Z].{20,}\.$/);
    expect(final.actor).not.toBe('none');
    const actors = delayed.actor === 'none' ? `${final.actor}, none while delayed` : final.actor;
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\| ${actors} +\\|`, 'm'));
  }
});

it.each(['policy', 'rate', 'system', 'no_answer'] as const)(
  'asks for no action while a message that was deferred with class %s is tried again',
  (name) => {
    const { actor, advice } = diagnose(name, { isDelayed: true });
    expect(actor).toBe('none');
    expect(advice).toContain('No action needed');
  },
);
