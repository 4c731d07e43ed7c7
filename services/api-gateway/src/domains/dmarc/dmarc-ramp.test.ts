import type { DmarcSetting } from '@postrider/mail';
import { nextDmarcStep } from './dmarc-ramp';

const well = { reportedDays: 7, messages: 100, passed: 98 };
/** `reject`, or `reject t` in test mode. */
const setting = (text: string | null): DmarcSetting | null => {
  if (text === null) return null;
  const [policy, mode] = text.split(' ');
  return { policy: policy as DmarcSetting['policy'], testing: mode === 't' };
};
const step = (chosen: string | null, published: string | null, figures = well): string => {
  const next = nextDmarcStep({ chosen: setting(chosen), published: setting(published) }, figures);
  return `${next.next_step} ${next.next_policy}${next.next_testing ? ' t' : ''}`;
};

it('advances from none to reject, each policy in test mode first, where nearly all mail is authenticated', () => {
  expect(step(null, 'none')).toBe('advance quarantine t');
  expect(step(null, 'none t')).toBe('advance quarantine t');
  expect(step('quarantine t', 'quarantine t')).toBe('advance quarantine');
  expect(step('quarantine', 'quarantine')).toBe('advance reject t');
  expect(step('reject t', 'reject t')).toBe('advance reject');
  expect(step('reject', 'reject')).toBe('none null');
});

it('first has the chosen policy published, whatever the reports say', () => {
  expect(step(null, null)).toBe('publish none');
  expect(step('reject', null)).toBe('publish reject');
  expect(step('quarantine', 'none')).toBe('publish quarantine');
  expect(step('reject', 'reject t')).toBe('publish reject');
  expect(step('reject t', 'reject')).toBe('publish reject t');
  // A policy that rejects too much has to be taken back at once.
  expect(step('none', 'reject')).toBe('publish none');
});

it('waits for reports of a week and of a hundred messages', () => {
  expect(step(null, 'none', { ...well, reportedDays: 6 })).toBe('wait quarantine t');
  expect(step(null, 'none', { ...well, messages: 99 })).toBe('wait quarantine t');
});

it('names the sources that fail before the next policy when more than two in a hundred messages do', () => {
  expect(step(null, 'none', { ...well, passed: 97 })).toBe('fix_sources quarantine t');
});
