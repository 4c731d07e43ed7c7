import { nextDmarcStep } from './dmarc-ramp';

const well = { reportedDays: 7, messages: 100, passed: 98 };
const step = (
  chosen: 'none' | 'quarantine' | 'reject' | null,
  published: 'none' | 'quarantine' | 'reject' | null,
  figures = well,
) => Object.values(nextDmarcStep({ chosen, published }, figures)).join(' ');

it('advances from none over quarantine to reject, where nearly all mail is authenticated', () => {
  expect(step(null, 'none')).toBe('advance quarantine');
  expect(step('quarantine', 'quarantine')).toBe('advance reject');
  expect(nextDmarcStep({ chosen: 'reject', published: 'reject' }, well)).toEqual({
    next_step: 'none',
    next_policy: null,
  });
});

it('first has the chosen policy published, whatever the reports say', () => {
  expect(step(null, null)).toBe('publish none');
  expect(step('reject', null)).toBe('publish reject');
  expect(step('quarantine', 'none')).toBe('publish quarantine');
  // A policy that rejects too much has to be taken back at once.
  expect(step('none', 'reject')).toBe('publish none');
});

it('waits for reports of a week and of a hundred messages', () => {
  expect(step(null, 'none', { ...well, reportedDays: 6 })).toBe('wait quarantine');
  expect(step(null, 'none', { ...well, messages: 99 })).toBe('wait quarantine');
});

it('names the sources that fail before the next policy when more than two in a hundred messages do', () => {
  expect(step(null, 'none', { ...well, passed: 97 })).toBe('fix_sources quarantine');
});
