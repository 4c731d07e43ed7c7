import { screen, waitFor, within } from '@testing-library/react';
import { listOf, Refusal, type Answers, type ApiRequest } from '../../test/api';
import { openConsole } from '../../test/open-console';

const topic = {
  ...{ slug: 'news', name: 'News', description: null, default_opt_in: false, visibility: 'public' },
  ...{ id: 'topic-1', created_at: '2026-11-20T10:00:00.000Z' },
};

const openForm = async (answers: Answers) => {
  const opened = openConsole('/topics', { 'GET /topics': listOf([topic]), ...answers });
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

  it('keeps what was typed and forgets the error when it is closed', async () => {
    const { user } = openConsole('/contacts', {
      'GET /contacts': listOf([]),
      'GET /topics': listOf([topic]),
      'POST /contacts': new Refusal(422, 'validation_error'),
    });
    const [button] = await screen.findAllByRole('button', { name: 'Add contact' });
    const open = async () => {
      await user.click(button as HTMLElement);
      return within(await screen.findByRole('dialog', { name: 'Add contact' }));
    };
    const dialog = await open();
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'ann@example.com{Enter}');
    await dialog.findByText('Refused: validation_error');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await open();
    expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ann@example.com');
    expect(again.queryByRole('alert')).toBeNull();
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
