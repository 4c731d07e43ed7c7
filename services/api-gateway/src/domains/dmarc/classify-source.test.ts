import { classifySource } from './classify-source';

const marks = {
  ...{ isOwn: false, messages: 10, failed: 0, forwarded: 0, hostName: null, domains: [], selectors: [] },
};

it.each([
  ['an address of ours', { ...marks, isOwn: true, forwarded: 10 }, 'own', null],
  ['mail that is mostly forwarded', { ...marks, forwarded: 6 }, 'forwarder', null],
  [
    'mail that a known service forwards',
    { ...marks, forwarded: 10, hostName: 'mail-a.google.com' },
    'forwarder',
    'Google',
  ],
  ['a known service', { ...marks, forwarded: 5, domains: ['amazonses.com'] }, 'service', 'Amazon SES'],
  ['anything else', { ...marks, hostName: 'host.hoster.example' }, 'unknown', null],
  ['a source of which nothing is confirmed', { ...marks, messages: 0 }, 'unknown', null],
])('%s', (...[, source, type, service]) => {
  expect(classifySource(source)).toEqual({ type, service });
});
