import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers, type ApiRequest } from '../../test/api';
import { openConsole, session } from '../../test/open-console';

const ended = new Refusal(401, 'unauthorized', { message: 'Sign in first.' });
const topic = {
  ...{ slug: 'offers', name: 'Offers', description: null, default_opt_in: false, visibility: 'public' },
  ...{ id: 'topic-1', created_at: '2026-11-20T10:00:00.000Z' },
};
const methods = { password: true, passkey: true, providers: [{ id: 'acme', name: 'Acme SSO' }] };
const other = { ...session, id: 'other', user: { ...session.user, id: 'other', email: 'bob@example.com' } };

/** A topic is being created when the session ends. */
const submitAfterEnd = async (own: Answers) => {
  let isSignedIn = true;
  const signIn = () => {
    isSignedIn = true;
  };
  const whenSignedIn = (answer: unknown) => () => (isSignedIn ? answer : ended);
  const opened = openConsole('/topics', {
    'GET /topics': whenSignedIn(listOf([])),
    'GET /session': whenSignedIn(session),
    'GET /organization': whenSignedIn({ under_review: false, sending_paused_at: null }),
    'POST /topics': whenSignedIn(topic),
    'GET /session/providers': methods,
    ...own,
  });
  const { user } = opened;
  await user.click((await screen.findAllByRole('button', { name: 'Create topic' }))[0] as HTMLElement);
  const form = within(await screen.findByRole('dialog', { name: 'Create topic' }));
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Offers');
  await user.type(form.getByRole('textbox', { name: 'Slug' }), 'offers');
  isSignedIn = false;
  await user.click(form.getByRole('button', { name: 'Create topic' }));
  const overlay = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  return { ...opened, form, overlay, signIn };
};

describe('a session that has ended', () => {
  it.each(['type', 'paste'] as const)(
    'does not take the focus from who %ss, however long a pause is',
    async (way) => {
      let isSignedIn = true;
      const whenSignedIn = (answer: unknown) => () => (isSignedIn ? answer : ended);
      const { user } = openConsole('/contacts?search=Ada', {
        'GET /contacts': whenSignedIn(listOf([])),
        'GET /topics': whenSignedIn(listOf([])),
        'GET /session': whenSignedIn(session),
        'GET /session/providers': methods,
      });
      const search = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address or name' });
      search.focus();
      isSignedIn = false;
      // The list is searched once typing pauses, which is refused.
      await (way === 'type' ? user.type(search, ' ') : user.paste(' '));
      const notice = await screen.findByText(/^Your session has ended. What you write is kept/);
      await user.keyboard('Lovelace of London');
      expect(search.value).toBe('Ada Lovelace of London');
      expect(screen.queryByRole('dialog')).toBeNull();
      await user.click(within(notice).getByRole('button', { name: 'Sign in' }));
      await screen.findByRole('dialog', { name: 'Your session has ended' });
      expect(screen.queryByText(/What you write is kept/)).toBeNull();
    },
  );

  it('shows a notice in place of the dialog when the user begins to write before it has the focus', async () => {
    const { form } = await submitAfterEnd({});
    // As a letter that is typed while the dialog's code is loaded.
    fireEvent.keyDown(form.getByRole('textbox', { name: 'Name' }), { key: 's' });
    await screen.findByText(/^Your session has ended. What you write is kept/);
    expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull();
  });

  it('asks at once when an input is sent with Enter', async () => {
    let isSignedIn = true;
    const whenSignedIn = (answer: unknown) => () => (isSignedIn ? answer : ended);
    const { user } = openConsole('/topics', {
      'GET /topics': whenSignedIn(listOf([])),
      'GET /session': whenSignedIn(session),
      'GET /organization': whenSignedIn({ under_review: false, sending_paused_at: null }),
      'POST /topics': ended,
      'GET /session/providers': methods,
    });
    await user.click((await screen.findAllByRole('button', { name: 'Create topic' }))[0] as HTMLElement);
    const form = within(await screen.findByRole('dialog', { name: 'Create topic' }));
    isSignedIn = false;
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'News{Enter}');
    await screen.findByRole('dialog', { name: 'Your session has ended' });
  });

  it('asks for a sign-in above the page, and repeats what was refused', async () => {
    let password = '';
    const { user, overlay, count, requests, signIn } = await submitAfterEnd({
      'POST /session': ({ body }: ApiRequest) => {
        ({ password } = body as { password: string });
        if (password !== 'right') return new Refusal(401, 'invalid_credentials');
        signIn();
        return { next: null, session };
      },
    });
    const field = await overlay.findByLabelText('Password');
    expect(overlay.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ada@example.com');
    await user.type(field, 'wrong{Enter}');
    await overlay.findByText('Refused: invalid_credentials');
    await user.clear(field);
    await user.type(field, 'right{Enter}');
    await screen.findByText('Topic created');
    expect(count('POST /topics')).toBe(2);
    expect(requests.filter(({ path }) => path === '/topics').at(-1)?.method).toBe('GET');
    expect(requests.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Offers' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks for a code where the account has one', async () => {
    const { user, overlay, signIn } = await submitAfterEnd({
      'POST /session': { next: 'totp', session: null },
      'POST /session/totp': () => {
        signIn();
        return { next: null, session };
      },
    });
    await user.type(await overlay.findByLabelText('Password'), 'right{Enter}');
    await user.click(await overlay.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(overlay.getByLabelText('Recovery code'), 'abcd-efgh{Enter}');
    await screen.findByText('Topic created');
  });

  it('goes on when the user has signed in at a provider in a window of its own', async () => {
    const { user, overlay, signIn } = await submitAfterEnd({});
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    await user.click(await overlay.findByRole('button', { name: 'Continue with Acme SSO' }));
    expect(open.mock.calls[0]?.[0]).toBe('/console/sign-in/acme?next=%2Fsigned-in');
    open.mockRestore();
    signIn();
    act(() => {
      window.dispatchEvent(new Event('focus'));
    });
    await screen.findByText('Topic created');
  });

  it('repeats nothing when another user has signed in', async () => {
    const { user, overlay, count } = await submitAfterEnd({
      'POST /session': { next: null, session: other },
    });
    await user.type(await overlay.findByLabelText('Password'), 'right{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'You are signed in as another user' }));
    const link = dialog.getByRole('link', { name: 'Continue as bob@example.com' });
    expect(link.getAttribute('href')).toBe('/console/');
    expect(count('POST /topics')).toBe(1);
  });

  it('is noticed when another user has signed in in another tab', async () => {
    const answers: Answers = { 'GET /topics': listOf([]), 'GET /session': session };
    const { refresh } = openConsole('/topics', answers);
    await screen.findByRole('heading', { name: 'No topics' });
    answers['GET /session'] = other;
    await refresh();
    await screen.findByRole('dialog', { name: 'You are signed in as another user' });
  });

  it('stays above the page when Escape is pressed', async () => {
    const { user, form } = await submitAfterEnd({});
    await user.keyboard('{Escape}');
    screen.getByRole('dialog', { name: 'Your session has ended' });
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Offers');
    expect(screen.queryByRole('dialog', { name: 'Discard what you entered?' })).toBeNull();
  });

  it('is not asked for when a request is refused although the session lives', async () => {
    const { count } = openConsole('/topics', { 'GET /topics': ended });
    await screen.findByText('Sign in first.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(count('GET /topics')).toBe(2);
  });

  it('opens the sign-in page where the console is opened without one', async () => {
    openConsole('/topics', { 'GET /session': ended, 'GET /session/providers': methods });
    await screen.findByRole('heading', { name: 'Sign in to Postrider' });
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/topics');
  });
});
