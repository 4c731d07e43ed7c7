import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers, type ApiRequest } from '../../test/api';
import { openConsole } from '../../test/open-console';

const email = (number: number) => ({
  ...{ id: `email-${number}`, to: [`${number}@example.com`], subject: `Subject ${number}` },
  ...{ last_event: 'queued', kind: null, created_at: '2026-11-20T10:00:00.000Z' },
});
const emails = (from: number, count: number) =>
  Array.from({ length: count }, (_each, index) => email(from + index));
const link = (number: number) => screen.findByRole('link', { name: `${number}@example.com` });
const scrollToEnd = () => {
  Object.assign(window, { scrollY: 44 * 60 });
  fireEvent.scroll(window);
};
afterEach(() => Object.assign(window, { scrollY: 0 }));

/** Answers with the second page, once `fail` returns nothing. */
const twoPages = (fail: () => Promise<Refusal> | undefined) => ({
  'GET /emails': ({ query }: ApiRequest) =>
    query.get('cursor') === null ? listOf(emails(1, 50), 'second') : (fail() ?? listOf(emails(51, 5))),
});

describe('a list', () => {
  it('says that it is empty, with the request that adds the first item', async () => {
    openConsole('/emails', { 'GET /emails': listOf([]) });
    await screen.findByRole('heading', { name: 'No emails yet' });
    await screen.findByText(/curl -X POST/);
  });

  it('shows why its first read failed, and reads again on request', async () => {
    const answers: Answers = { 'GET /emails': new Refusal(403, 'forbidden') };
    const { user } = openConsole('/emails', answers);
    await screen.findByText('Refused: forbidden');
    answers['GET /emails'] = listOf([email(1)]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await link(1);
  });

  it('keeps its rows when a refresh fails, and reads again on request', async () => {
    const answers: Answers = { 'GET /emails': listOf([email(1)]) };
    const { user, refresh } = openConsole('/emails', answers);
    await link(1);
    answers['GET /emails'] = new Refusal(429, 'rate_limited');
    await refresh();
    await link(1);
    answers['GET /emails'] = listOf([email(2)]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await link(2);
  });

  it('reads the next page when its end is near, and says when there is no more', async () => {
    const { count } = openConsole(
      '/emails',
      twoPages(() => undefined),
    );
    await link(1);
    expect(count('GET /emails')).toBe(1);
    scrollToEnd();
    await link(55);
    expect(screen.queryByText('Loading more')).toBeNull();
    expect(count('GET /emails')).toBe(2);
  });

  it('asks for a next page that failed once, and again on request only', async () => {
    const failure = Promise.withResolvers<Refusal>();
    let next: Promise<Refusal> | undefined = failure.promise;
    const { user, count } = openConsole(
      '/emails',
      twoPages(() => next),
    );
    await link(1);
    scrollToEnd();
    await screen.findByText('Loading more');
    await waitFor(() => expect(count('GET /emails')).toBe(2));
    failure.resolve(new Refusal(429, 'rate_limited'));
    await screen.findByText('The next page could not be loaded.');
    expect(count('GET /emails')).toBe(2);
    next = undefined;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await link(55);
  });

  it('is read again whenever it is opened', async () => {
    const answers: Answers = { 'GET /emails': listOf([email(1)]), 'GET /topics': listOf([]) };
    const { user, count } = openConsole('/emails', answers);
    await link(1);
    await user.click(screen.getByRole('link', { name: 'Topics' }));
    await screen.findByRole('heading', { name: 'No topics' });
    answers['GET /emails'] = listOf([email(1), email(2)]);
    const before = count('GET /emails');
    await user.click(screen.getByRole('link', { name: 'Emails' }));
    await link(2);
    expect(count('GET /emails')).toBe(before + 1);
  });
});

describe('the selection of a list', () => {
  const selectRow = async (number: number) => {
    const row = (await link(number)).closest<HTMLElement>('[role=row]');
    return within(row as HTMLElement).getByRole('checkbox', { name: 'Select row' });
  };

  it('ends when the filters change, so that rows that are no longer shown are not changed', async () => {
    const { user } = openConsole('/emails', { 'GET /emails': listOf([email(1), email(2)]) });
    await user.click(await selectRow(1));
    await screen.findByRole('toolbar', { name: '1 selected' });
    await user.type(screen.getByRole('textbox', { name: 'Recipient' }), 'x');
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });

  it('stays while the list is read again, and selects all rows once each is selected', async () => {
    const answers: Answers = { 'GET /emails': listOf([email(1), email(2)]) };
    const { user, refresh } = openConsole('/emails', answers);
    await user.click(await selectRow(1));
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all loaded rows' });
    answers['GET /emails'] = listOf([email(2)]);
    await refresh();
    await screen.findByRole('toolbar', { name: '1 selected' });
    expect(all.checked).toBe(false);
    await user.click(all);
    screen.getByRole('toolbar', { name: '1 selected' });
    expect(((await selectRow(2)) as HTMLInputElement).checked).toBe(true);
  });

  it('is sent in one request, and ends when the change has run', async () => {
    const { user, requests } = openConsole('/emails', {
      'GET /emails': listOf([email(1), email(2)]),
      'POST /emails/cancel': { data: [{ id: 'email-1' }, { id: 'email-2', error: { code: 'not_queued' } }] },
    });
    await user.click(await selectRow(1));
    await user.click(await selectRow(2));
    await user.click(await screen.findByRole('button', { name: 'Cancel sending' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel 2 emails?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel sending' }));
    await screen.findByText('1 email canceled');
    await screen.findByText('1 email was not canceled: no longer queued');
    expect(screen.queryByRole('toolbar')).toBeNull();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ ids: ['email-1', 'email-2'] });
  });
});
