import { screen, waitFor, within } from '@testing-library/react';
import { listOf, type Answers, type ApiRequest } from '../../../test/api';
import { openConsole, session, type OpenConsole } from '../../../test/open-console';

const counts = {
  ...{ recipients: 0, waiting: 0, submitted: 0, suppressed: 0, unsubscribed: 0, over_quota: 0, invalid: 0 },
  ...{ canceled: 0, sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0, opened: 0, clicked: 0 },
  unsubscribed_by_link: 0,
};
const draft = {
  ...{ object: 'broadcast', id: 'broadcast-1', name: 'May news', status: 'draft', phase: 'draft' },
  ...{ segment_id: 'segment-1', audience: 'segment', topic: 'news', from: 'news@example.com' },
  ...{ reply_to: null, subject: 'News', preview_text: null, template: null, html: '<p>Hello</p>' },
  ...{ text: null, ab_test: null, track: { opens: false, clicks: false }, counts, winner: null },
  ...{ waiting_for: null, parent_id: null, created_at: '2026-11-20T10:00:00.000Z', scheduled_at: null },
  ...{
    sent_at: null,
    decide_at: null,
    finished_at: null,
    canceled_at: null,
    paused_at: null,
    tested_at: null,
    utm: null,
    in_archive: true,
  },
  ...{ send_at_local: null, send_on_local: null, timezone_property: null, default_timezone: null },
};
type Draft = typeof draft;

const grace = { type: 'user', id: 'user-2', name: 'Grace' };

/** The API with the draft, whose version grows. */
function server() {
  const held = { draft, version: 1, isDown: false, author: grace };
  const answer = () => Response.json(held.draft, { headers: { etag: `"${held.version}"` } });
  const set = (changed: Partial<Draft>) => {
    held.draft = { ...held.draft, ...changed };
    held.version += 1;
  };
  const answers: Answers = {
    'GET /broadcasts/broadcast-1': answer,
    'PATCH /broadcasts/broadcast-1': ({ headers, body }: ApiRequest) => {
      if (held.isDown) throw new Error('no connection');
      if (headers.get('if-match') !== `"${held.version}"`) {
        const error = { code: 'version_conflict', message: 'It was changed.' };
        const changed = { changed_at: new Date().toISOString(), changed_by: held.author };
        return Response.json({ error: { ...error, ...changed } }, { status: 412 });
      }
      set(body as Partial<Draft>);
      return answer();
    },
    'GET /segments': listOf([{ id: 'segment-1', name: 'Customers', filter: { all: [] } }]),
    'GET /segments/segment-1': { id: 'segment-1', name: 'Customers', contact_count: 3, filter: { all: [] } },
    'GET /topics': listOf([{ slug: 'news', name: 'News' }]),
    'GET /broadcasts': listOf([]),
    'GET /emails': listOf([]),
  };
  return { held, set, answers };
}

const saved = ({ requests }: OpenConsole) =>
  requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
const field = (name: string) => screen.findByRole('textbox', { name });

it('saves the changed field by itself, and another page that is opened at once has it', async () => {
  const { answers, held } = server();
  const opened = openConsole('/broadcasts/broadcast-1?step=audience', answers);
  const { user } = opened;
  // In one input event: typed letter by letter on a busy machine, it is saved more than once.
  await user.click(await field('Reply-To'));
  await user.paste('ada@example.com');
  await user.click(screen.getByRole('link', { name: 'Segments' }));
  await screen.findByRole('heading', { name: 'Segments', level: 1 });
  expect(saved(opened)).toEqual([{ reply_to: 'ada@example.com' }]);
  expect(held.draft.reply_to).toBe('ada@example.com');
});

it('says that it has saved, and takes the last save back', async () => {
  const { answers, held } = server();
  const opened = openConsole('/broadcasts/broadcast-1?step=audience', answers);
  const { user } = opened;
  await user.click(await field('Name'));
  await user.paste(' and more');
  await user.tab();
  await screen.findByText(/^Saved /);
  expect(held.draft.name).toBe('May news and more');
  await user.click(screen.getByRole('button', { name: 'Undo last save' }));
  await waitFor(() => expect(held.draft.name).toBe('May news'));
});

it('keeps the text and asks before the page is left while nothing can be saved', async () => {
  const { answers, held } = server();
  const opened = openConsole('/broadcasts/broadcast-1?step=audience', answers);
  const { user } = opened;
  held.isDown = true;
  await user.type(await field('Name'), '!');
  await user.tab();
  await screen.findByText(/^Not saved: /);
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
  await user.click(screen.getByRole('link', { name: 'Segments' }));
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1));
  expect(await field('Name')).toHaveProperty('value', 'May news!');
  held.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/^Saved /);
  expect(held.draft.name).toBe('May news!');
  confirm.mockRestore();
});

/** The name is changed here and elsewhere. @returns the dialog that asks which to keep */
async function changeNameTwice({ answers, held, set }: ReturnType<typeof server>, title: string) {
  const opened = openConsole('/broadcasts/broadcast-1?step=audience', answers);
  const { user } = opened;
  const name = await field('Name');
  await waitFor(() => expect(opened.count('GET /broadcasts/broadcast-1')).toBeGreaterThan(1));
  // Typed before the other person saves, and sent after.
  held.isDown = true;
  await user.clear(name);
  await user.type(name, 'Mine');
  await user.tab();
  await screen.findByText(/^Not saved: /);
  set({ name: 'Theirs', html: '<p>Theirs</p>' });
  held.isDown = false;
  return { user, dialog: within(await screen.findByRole('dialog', { name: title })) };
}

it('a field that someone else has changed is saved after a choice, and the others are merged', async () => {
  const api = server();
  const { held } = api;
  const { user, dialog } = await changeNameTwice(api, 'Someone else changed this');
  await dialog.findByText(/Changed by Grace \(user\)/);
  expect(held.draft.name).toBe('Theirs');
  await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(held.draft).toMatchObject({ name: 'Mine', html: '<p>Theirs</p>' }));
  await screen.findByText(/^Saved /);
});

it('a change in another tab of the same user is not that of someone else', async () => {
  const api = server();
  api.held.author = { ...grace, id: session.user.id };
  const { user, dialog } = await changeNameTwice(api, 'Changed in another tab or window');
  await dialog.findByText(/You changed these fields in another tab or window at/);
  await user.click(dialog.getByRole('button', { name: 'Keep what is saved' }));
  await waitFor(async () => expect(await field('Name')).toHaveProperty('value', 'Theirs'));
});

it('segments and topics that were chosen in two places are shown by their names', async () => {
  const api = server();
  const { answers, held, set } = api;
  const segment = (number: number, name: string) => ({ id: `segment-${number}`, name, filter: { all: [] } });
  answers['GET /segments'] = listOf([segment(1, 'Customers'), segment(2, 'Readers'), segment(3, 'Buyers')]);
  answers['GET /segments/segment-2'] = { ...segment(2, 'Readers'), contact_count: 5 };
  const topics = { news: 'News', offers: 'Special offers', events: 'Our events' };
  answers['GET /topics'] = listOf(Object.entries(topics).map(([slug, name]) => ({ slug, name })));
  const opened = openConsole('/broadcasts/broadcast-1?step=audience', answers);
  const { user } = opened;
  const choose = async (label: string, name: string) => {
    await user.click(await screen.findByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name }));
  };
  await waitFor(() => expect(opened.count('GET /broadcasts/broadcast-1')).toBeGreaterThan(1));
  held.isDown = true;
  await choose('Segment', 'Readers');
  await choose('Topic', 'Special offers');
  // The dialog waits while someone writes in a field.
  await user.click(screen.getByRole('heading', { name: 'May news', level: 1 }));
  await screen.findByText(/^Not saved: /);
  set({ segment_id: 'segment-3', topic: 'events' });
  held.isDown = false;
  const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this' });
  for (const name of ['Readers', 'Buyers', 'Special offers', 'Our events'])
    await waitFor(() => expect(dialog.textContent).toContain(name));
  expect(dialog.textContent).not.toContain('segment-');
});

it('fills UTM parameters in from the names, and saves what was changed', async () => {
  const { answers, held } = server();
  const { user } = openConsole('/broadcasts/broadcast-1?step=audience', answers);
  await user.click(await screen.findByRole('checkbox', { name: 'Add UTM parameters to links' }));
  expect((await screen.findByLabelText('A link becomes')).textContent).toBe(
    'https://example.com/?utm_source=acme&utm_medium=email&utm_campaign=may-news',
  );
  await user.type(await field('Medium (utm_medium)'), '-news');
  await user.tab();
  await waitFor(() =>
    expect(held.draft.utm).toEqual({ source: 'acme', medium: 'email-news', campaign: 'may-news' }),
  );
});

it('says that UTM parameters come from the settings, until they are changed', async () => {
  const { answers, set } = server();
  set({ utm: { source: 'shop', medium: 'newsletter', campaign: 'may-news' } as never });
  answers['GET /organization'] = {
    ...{ under_review: false, sending_paused_at: null, sending_paused_reason: null },
    utm: { source: 'shop', medium: 'newsletter' },
  };
  const { user } = openConsole('/broadcasts/broadcast-1?step=audience', answers);
  await screen.findByText(/^From the settings of the organization/);
  await user.type(await field('Source (utm_source)'), 's');
  expect(screen.queryByText(/^From the settings of the organization/)).toBeNull();
  const on = await screen.findByRole('checkbox', { name: 'Add UTM parameters to links' });
  await user.click(on);
  await user.click(on);
  expect((await screen.findByLabelText('A link becomes')).textContent).toBe(
    'https://example.com/?utm_source=shop&utm_medium=newsletter&utm_campaign=may-news',
  );
});

it('a broadcast is left out of the archive of its topic', async () => {
  const { answers, held } = server();
  answers['GET /topics'] = listOf([{ slug: 'news', name: 'News', archive: true }]);
  const { user } = openConsole('/broadcasts/broadcast-1?step=audience', answers);
  await user.click(await screen.findByRole('checkbox', { name: 'Show in the archive' }));
  await user.tab();
  await waitFor(() => expect(held.draft.in_archive).toBe(false));
});

it('offers no archive where its topic has none', async () => {
  openConsole('/broadcasts/broadcast-1?step=audience', server().answers);
  await screen.findByRole('checkbox', { name: 'Add UTM parameters to links' });
  await screen.findByDisplayValue('News');
  expect(screen.queryByRole('checkbox', { name: 'Show in the archive' })).toBeNull();
});
