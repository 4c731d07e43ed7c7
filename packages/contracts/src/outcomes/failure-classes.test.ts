import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose, diagnosis, failureClassNames } from './failure-classes';

it('each class has an actor and advice, and the documentation names both', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/outcomes.md'), 'utf8');
  for (const name of failureClassNames) {
    const final = diagnosis.parse(diagnose(name, { isDelayed: false }));
    const delayed = diagnosis.parse(diagnose(name, { isDelayed: true }));
    for (const { advice } of [final, delayed]) expect(advice).toMatch(/^[A-Z].{20,}\.$/);
    expect(final.actor).not.toBe('none');
    const actors = delayed.actor === 'none' ? `${final.actor}, none while delayed` : final.actor;
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\| ${actors} +\\|`, 'm'));
  }
});

it('names which of SPF, DKIM and DMARC the reply says did not pass', () => {
  const reply = '5.7.515 Access denied Spf= Fail , Dkim= Pass , DMARC= Fail';
  const found = diagnosis.parse(diagnose('auth', { isDelayed: false, reply }));
  expect(found).toMatchObject({ actor: 'sender', failed_authentication: ['spf', 'dmarc'] });
  expect(found.advice).toMatch(/^The receiver says that SPF and DMARC did not pass\./);
  expect(diagnose('block', { isDelayed: false, reply })).not.toHaveProperty('failed_authentication');
  expect(diagnose('auth', { isDelayed: false, reply: null })).not.toHaveProperty('failed_authentication');
});

it.each(['policy', 'rate', 'system', 'no_answer'] as const)(
  'asks for no action while a message that was deferred with class %s is tried again',
  (name) => {
    const { actor, advice } = diagnose(name, { isDelayed: true });
    expect(actor).toBe('none');
    expect(advice).toContain('No action needed');
  },
);
