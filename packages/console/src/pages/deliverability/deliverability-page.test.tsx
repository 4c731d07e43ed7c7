import { screen, within } from '@testing-library/react';
import { listOf, Refusal, type Answers } from '../../../test/api';
import { openConsole } from '../../../test/open-console';

const provider = {
  ...{ provider: 'google', recipients: 1_000, delivered: 985, deferred: 14, blocked: 2, bounced: 15 },
  complained: 0,
  seconds_to_delivery: { p50: 4.8, p95: 320 },
  usual_seconds: null,
  replies: [
    { text: '421 4.7.0 slow down', class: 'rate', advice: 'No action needed.', count: 14 },
    { text: '550 5.1.1 <b>no such user</b>', class: 'recipient', advice: 'Remove it.', count: 15 },
  ],
};
const finding = {
  ...{ code: 'blocklisted', severity: 'error', subject: 'acme.example', since: '2026-11-20T00:00:00.000Z' },
  evidence: ['The list says: https://spam.example/listed'],
  advice: 'Ask for removal: https://list.example/remove',
};
const answerOf = (given: object) => ({
  ...{ object: 'deliverability', days: 30, domain: null, providers: [provider], findings: [finding] },
  ...given,
});
const open = (answers: Answers, address = '/deliverability') =>
  openConsole(
    address,
    Object.assign(answers, { 'GET /domains': listOf([{ id: 'd1', name: 'acme.example' }]) }),
  );

describe('the deliverability page', () => {
  it('shows findings first, with a link for what the advice names and none for what others wrote', async () => {
    open({ 'GET /deliverability': answerOf({}) });
    const findings = await screen.findByRole('list', { name: 'Findings' });
    within(findings).getByText('On a blocklist');
    within(findings).getByText('Error');
    const links = within(findings).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://list.example/remove']);
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Findings', 'By mailbox provider', 'Most frequent replies']);
  });

  it('shows the figures of each provider beside the usual ones', async () => {
    open({ 'GET /deliverability': answerOf({}) });
    const table = await screen.findByRole('table', { name: 'By mailbox provider' });
    const row = within(table).getByRole('row', { name: /google/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([...['1,000', '985 98.5%', '14', '2', '15 1.5%', '0', '4.8 s · 5.3 min', '–']]);
  });

  it('shows replies as text, the most frequent first', async () => {
    open({ 'GET /deliverability': answerOf({}) });
    const replies = await screen.findByRole('list', { name: 'Most frequent replies' });
    const items = within(replies).getAllByRole('listitem');
    expect(items).toHaveLength(2);
    within(items[0] as HTMLElement).getByText('550 5.1.1 <b>no such user</b>');
    within(items[0] as HTMLElement).getByText('Remove it.');
  });

  it('says that nothing is wrong, and that nothing was sent', async () => {
    open({ 'GET /deliverability': answerOf({ providers: [], findings: [] }) });
    await screen.findByText('No problems found in the last 7 days.');
    screen.getByRole('heading', { name: 'No emails in this period' });
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('asks for the period and the domain of its address', async () => {
    const { requests } = open(
      { 'GET /deliverability': answerOf({}) },
      '/deliverability?days=7&domain=acme.example',
    );
    await screen.findByRole('list', { name: 'Findings' });
    const asked = requests.find(({ path }) => path === '/deliverability');
    expect(asked?.query.toString()).toBe('days=7&domain=acme.example');
  });

  it('shows why it cannot be read, and reads again on request', async () => {
    const answers: Answers = { 'GET /deliverability': new Refusal(403, 'forbidden') };
    const { user } = open(answers);
    await screen.findByText('Refused: forbidden');
    answers['GET /deliverability'] = answerOf({});
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('list', { name: 'Findings' });
  });
});
