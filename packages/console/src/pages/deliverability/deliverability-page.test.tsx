import { cleanup, screen, waitFor, within } from '@testing-library/react';
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
  google_postmaster: null,
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
    const row = within(table).getByRole('row', { name: /^Gmail/ });
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

  it('explains how to enroll where Yahoo reports no complaints', async () => {
    const yahoo = { ...provider, provider: 'yahoo', recipients: 1_000 };
    const answers: Answers = { 'GET /deliverability': answerOf({ providers: [yahoo] }) };
    const { refresh } = open(answers);
    const link = await screen.findByRole('link', { name: 'Enroll in its Complaint Feedback Loop' });
    expect(link.getAttribute('href')).toBe('/docs/guides/deliverability#yahoos-complaint-feedback-loop');
    answers['GET /deliverability'] = answerOf({ providers: [{ ...yahoo, complained: 1 }] });
    await refresh();
    expect(screen.queryByRole('link', { name: 'Enroll in its Complaint Feedback Loop' })).toBeNull();
  });
});

const google = {
  ...{ status: 'connected', connected_at: '2026-11-20T10:00:00.000Z', error: null },
  read_at: '2026-11-21T10:00:00.000Z',
  domains: [
    {
      ...{ domain: 'mail.acme.example', google_domain: 'acme.example', day: '2026-11-19', days_with_data: 9 },
      ...{ spam_rate: 0.0012, spf_passed: 1, dkim_passed: null, dmarc_passed: 0.998 },
      requirements: [
        { requirement: 'spf', verdict: 'compliant', reason: null },
        { requirement: 'one_click_unsubscribe', verdict: 'needs_work', reason: 'no_unsub_general' },
      ],
    },
    {
      ...{ domain: 'new.example', google_domain: 'new.example', day: null, days_with_data: 0 },
      ...{ spam_rate: null, spf_passed: null, dkim_passed: null, dmarc_passed: null, requirements: [] },
    },
    {
      ...{ domain: 'other.example', google_domain: null, day: null, days_with_data: 0 },
      ...{ spam_rate: null, spf_passed: null, dkim_passed: null, dmarc_passed: null, requirements: [] },
    },
  ],
};
const notConnected = {
  ...{ status: 'not_connected', connected_at: null, read_at: null, error: null, domains: [] },
};

describe('Google Postmaster Tools', () => {
  it('are not shown where the operator has not set them up', async () => {
    open({ 'GET /deliverability': answerOf({}) });
    await screen.findByRole('list', { name: 'Findings' });
    expect(screen.queryByText('Google Postmaster Tools')).toBeNull();
  });

  it('show figures and what needs work, and say where there is no data', async () => {
    open({ 'GET /deliverability': answerOf({ google_postmaster: google }) });
    const table = await screen.findByRole('table', { name: 'Google Postmaster Tools' });
    const cells = (name: RegExp) =>
      within(within(table).getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells(/mail\.acme\.example/)).toEqual([
      ...['2026-11-19', '0.12%', '100%', 'no data', '99.8%', 'one-click unsubscribe (no unsub general)'],
    ]);
    within(table).getByText('figures of acme.example');
    expect(cells(/new\.example/)[0]).toMatch(/^No data/);
    expect(cells(/other\.example/)[0]).toBe('The Google account does not have this domain');
  });

  it('ask for consent on a page of Google, and can be disconnected', async () => {
    const answers: Answers = {
      'GET /deliverability': answerOf({ google_postmaster: notConnected }),
      'POST /google-postmaster/authorization': { url: '#google' },
      'DELETE /google-postmaster': () => {
        answers['GET /deliverability'] = answerOf({ google_postmaster: notConnected });
        return null;
      },
    };
    const { user, count } = open(answers);
    await user.click(await screen.findByRole('button', { name: 'Connect Google account' }));
    await waitFor(() => expect(window.location.hash).toBe('#google'));
    expect(count('POST /google-postmaster/authorization')).toBe(1);
    cleanup();
    answers['GET /deliverability'] = answerOf({ google_postmaster: google });
    const again = open(answers);
    await again.user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    const dialog = within(await screen.findByRole('dialog'));
    await again.user.click(dialog.getByRole('button', { name: 'Disconnect' }));
    await screen.findByRole('button', { name: 'Connect Google account' });
  });

  it('say why they could not be read, and offer to connect again', async () => {
    const error = 'Google no longer accepts the connection. Connect the account again.';
    open({
      'GET /deliverability': answerOf({ google_postmaster: { ...google, status: 'access_revoked', error } }),
    });
    await screen.findByText(error);
    screen.getByRole('button', { name: 'Connect again' });
  });

  it('are connected by the page that Google returns to, once', async () => {
    const { requests } = open(
      { 'PUT /google-postmaster': null, 'GET /deliverability': answerOf({ google_postmaster: google }) },
      '/deliverability/google?code=4%2F0Af&state=s1&scope=x',
    );
    await screen.findByRole('table', { name: 'Google Postmaster Tools' });
    expect(window.location.pathname + window.location.search).toBe('/console/deliverability');
    const sent = requests.filter(({ method }) => method === 'PUT');
    expect(sent.map(({ body }) => body)).toEqual([{ code: '4/0Af', state: 's1' }]);
  });

  it('are not connected where the user did not agree, or Google refuses the code', async () => {
    open({}, '/deliverability/google?error=access_denied&state=s1');
    await screen.findByText('Google did not give access. Nothing was connected.');
    cleanup();
    open(
      { 'PUT /google-postmaster': new Refusal(422, 'validation_error') },
      '/deliverability/google?code=c&state=s1',
    );
    await screen.findByText('Refused: validation_error');
    screen.getByRole('button', { name: 'Back to Deliverability' });
  });
});
