import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers, type ApiRequest } from '../../test/api';
import { openConsole } from '../../test/open-console';

const topic = {
  ...{ slug: 'news', name: 'News', description: null, default_opt_in: false, visibility: 'public' },
  ...{ id: 'topic-1', created_at: '2026-11-20T10:00:00.000Z' },
};

const openForm = async (answers: Answers) => {
  const opened = openConsole('/topics', {
    'GET /topics': listOf([topic]),
    'POST /segments/preview': { contact_count: 0, samples: [] },
    ...answers,
  });
  const button = await screen.findByRole('button', { name: 'Create topic' });
  await opened.user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Create topic' }));
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const fill = async () => {
    await opened.user.type(name, 'Offers');
    await opened.user.type(dialog.getByRole('textbox', { name: 'Slug' }), 'offers');
  };
  return {
    ...opened,
    button,
    dialog,
    name,
    fill,
    submit: dialog.getByRole('button', { name: 'Create topic' }),
  };
};

describe('a form in a dialog', () => {
  it('focuses its first field, and returns the focus when Escape closes it', async () => {
    const { user, name, button } = await openForm({});
    await waitFor(() => expect(document.activeElement === name).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement === button).toBe(true));
  });

  it('has the browser ask before the page is reloaded, once something was typed', async () => {
    const { user, name } = await openForm({});
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isAsked()).toBe(false);
    await user.type(name, 'Offers');
    expect(isAsked()).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(isAsked()).toBe(false);
  });

  it('creates one object when its button is clicked twice', async () => {
    const created = Promise.withResolvers<object>();
    const { user, fill, submit, count } = await openForm({ 'POST /topics': () => created.promise });
    await fill();
    await user.dblClick(submit);
    created.resolve(topic);
    await screen.findByText('Topic created');
    expect(count('POST /topics')).toBe(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps what was typed while the list is read again, and when the API refuses it', async () => {
    const answers: Answers = { 'POST /topics': new Refusal(409, 'conflict') };
    const { user, name, fill, submit, dialog, refresh } = await openForm(answers);
    await fill();
    await refresh();
    expect(name.value).toBe('Offers');
    await user.click(submit);
    await dialog.findByText('Refused: conflict');
    expect(name.value).toBe('Offers');
  });

  it('asks before what was typed is discarded, also for a click beside the dialog', async () => {
    const { user, name, dialog, fill } = await openForm({});
    const question = () => screen.findByRole('dialog', { name: 'Discard what you entered?' });
    const isGone = () =>
      waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard what you entered?' })).toBeNull());
    await fill();
    await user.keyboard('{Escape}');
    await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
    await isGone();
    expect(name.value).toBe('Offers');
    await user.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement);
    await question();
    await user.keyboard('{Escape}');
    await isGone();
    expect(name.value).toBe('Offers');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(within(await question()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays open when what opens it is clicked twice', async () => {
    const { user } = await openForm({});
    const beside = document.querySelector('.mantine-Modal-overlay') as HTMLElement;
    fireEvent.click(beside, { detail: 2 });
    screen.getByRole('dialog', { name: 'Create topic' });
    await user.click(beside);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks when something was chosen from a list', async () => {
    const { user } = openConsole('/api-keys', { 'GET /keys': listOf([]), 'GET /domains': listOf([]) });
    await user.click((await screen.findAllByRole('button', { name: 'Create key' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: 'Expiration' }));
    await user.click(await screen.findByRole('option', { name: '30 days' }));
    await user.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Discard what you entered?' });
  });

  it('does not ask where nothing was typed, nor for Cancel, and is empty when it is opened again', async () => {
    const { user, dialog, fill, button } = await openForm({ 'POST /topics': new Refusal(409, 'conflict') });
    await fill();
    await user.click(dialog.getByRole('button', { name: 'Create topic' }));
    await dialog.findByText('Refused: conflict');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button);
    const again = within(await screen.findByRole('dialog', { name: 'Create topic' }));
    expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('');
    expect(again.queryByRole('alert')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('focuses the first field that the API refuses, or else the error', async () => {
    let refusal = new Refusal(422, 'validation_error', {
      fields: [{ path: 'slug', message: 'must have at most 50 characters' }],
    });
    const { user, fill, submit, dialog } = await openForm({ 'POST /topics': () => refusal });
    await fill();
    await user.click(submit);
    const slug = dialog.getByRole('textbox', { name: 'Slug' });
    await waitFor(() => expect(document.activeElement === slug).toBe(true));
    expect(slug.getAttribute('aria-invalid')).toBe('true');
    dialog.getByText('Must have at most 50 characters.');
    refusal = new Refusal(409, 'conflict');
    await user.type(slug, '-2');
    await user.click(submit);
    const alert = await dialog.findByText('Refused: conflict');
    await waitFor(() => expect(document.activeElement?.contains(alert)).toBe(true));
  });

  it('returns the focus to the page when what opened it is gone', async () => {
    const answers: Answers = { 'GET /topics': listOf([]), 'POST /topics': topic };
    const { user } = openConsole('/topics', answers);
    await screen.findByRole('heading', { name: 'No topics' });
    const [, button] = screen.getAllByRole('button', { name: 'Create topic' });
    await user.click(button as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Create topic' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'News');
    await user.type(dialog.getByRole('textbox', { name: 'Slug' }), 'news');
    answers['GET /topics'] = listOf([topic]);
    await user.click(dialog.getByRole('button', { name: 'Create topic' }));
    await screen.findByRole('button', { name: 'News' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });

  it('shows what the object is called now when it is opened again', async () => {
    let name = 'Acme';
    const organization = () => ({
      ...{ id: 'o1', slug: 'acme', name, kind: 'internal', plan: 'internal', alert_email: null },
      ...{ sending_paused_at: null, sending_paused_reason: null, approved_at: null },
      ...{ under_review_at: null, under_review_reason: null, undecided_reviews: 0 },
      ...{ domains: 0, keys: 0, held_emails: 0, waiting_emails: 0, created_at: topic.created_at },
    });
    const { user } = openConsole('/operator/organizations/o1', {
      'GET /operator/organizations/o1': organization,
      'GET /operator/organizations/o1/api-keys': { keys: [] },
      'POST /operator/organizations/o1/rename': ({ body }: ApiRequest) => {
        ({ name } = body as { name: string });
        return organization();
      },
    });
    const field = async () => {
      await user.click(await screen.findByRole('button', { name: 'Rename' }));
      return screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    };
    const shown = await field();
    await user.clear(shown);
    await user.type(shown, 'Globex{Enter}');
    await screen.findByRole('heading', { name: 'Globex', level: 1 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await field()).value).toBe('Globex');
  });

  it('stays open when Escape closes the confirmation above it', async () => {
    const { user } = openConsole('/topics', { 'GET /topics': listOf([topic]) });
    await user.click(await screen.findByRole('button', { name: 'News' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit topic' }));
    await user.click(form.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('dialog', { name: 'Delete “News”?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete “News”?' })).toBeNull());
    screen.getByRole('dialog', { name: 'Edit topic' });
  });
});
