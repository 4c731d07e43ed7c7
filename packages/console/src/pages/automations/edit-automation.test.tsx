import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { listOf, Refusal, type Answers, type ApiRequest } from '../../../test/api';
import { openConsole, type OpenConsole } from '../../../test/open-console';

const mail = { type: 'send', from: 'News <news@news.example>', subject: 'Welcome', text: 'Hello' };
const automation = {
  ...{ object: 'automation', id: 'automation-1', slug: 'welcome', name: 'Welcome', status: 'paused' },
  ...{ one_per_contact: true, trigger: { event: 'unnamed' }, version: 1, steps: [] as object[] },
  ...{ draft: { trigger: { event: '' }, steps: [] } as object | null },
  ...{ created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' },
};
type Held = typeof automation;

/** The API with the automation, whose version grows. */
function server(over: Partial<Held> = {}) {
  const held = { automation: { ...automation, ...over }, etag: 1 };
  const answer = () => Response.json(held.automation, { headers: { etag: `"${held.etag}"` } });
  const path = '/automations/automation-1';
  const answers: Answers = {
    [`GET ${path}`]: answer,
    [`PATCH ${path}`]: ({ headers, body }: ApiRequest) => {
      if (headers.has('if-match') && headers.get('if-match') !== `"${held.etag}"`)
        return new Refusal(412, 'version_conflict');
      held.automation = { ...held.automation, ...(body as Partial<Held>) };
      held.etag += 1;
      return answer();
    },
    [`GET ${path}/step-counts`]: { version: 1, waiting_in_older_versions: 0, steps: [] },
    [`GET ${path}/runs`]: listOf([]),
    'GET /topics': listOf([{ slug: 'news', name: 'Monthly news' }]),
    'GET /signup-forms': listOf([{ id: 'form-1', name: 'Website' }]),
    'GET /segments': listOf([{ id: 'segment-1', name: 'Best customers' }]),
    'GET /events/names': listOf([{ object: 'event_name', event: 'order.paid' }]),
    'GET /domains': listOf([{ name: 'news.example', status: 'verified', stream: 'bulk' }]),
    'GET /templates': listOf([{ id: 'template-1', slug: 'hello', name: 'Hello', status: 'published' }]),
    'GET /contacts': listOf([{ email: 'ada@example.com', first_name: 'Ada', properties: { city: 'Rome' } }]),
  };
  return { held, answers, path };
}

const open = ({ answers }: ReturnType<typeof server>): OpenConsole =>
  openConsole('/automations/automation-1', answers);
const card = (name: RegExp) => screen.findByRole('button', { name });
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const choose = async (user: UserEvent, input: HTMLElement, option: string) => {
  await user.click(input);
  await user.click(await screen.findByRole('option', { name: option }));
};
async function add(user: UserEvent, place: string, step: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Add a step: ${place}` }));
  await user.click(await screen.findByRole('menuitem', { name: step }));
}

it('a series is built by choices alone, saved by itself, and activated once it is complete', async () => {
  const api = server();
  const { user } = open(api);
  const trigger = await panel('What starts it');
  await choose(user, trigger.getByRole('combobox', { name: 'What starts it' }), 'Joins a topic');
  await choose(user, trigger.getByRole('combobox', { name: 'Topic' }), 'Monthly news');
  await add(user, 'at the beginning', 'Send email');
  const send = await panel('Step 1: Send email');
  await add(user, 'after step 1: send email', 'Wait');
  const wait = await panel('Step 2: Wait');
  await user.clear(wait.getByRole('textbox', { name: 'Amount' }));
  await user.type(wait.getByRole('textbox', { name: 'Amount' }), '3');
  // What is missing does not keep it from being saved, and is shown instead of activating it.
  await user.click(screen.getByRole('button', { name: 'Activate' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Step 1: Send email' })).toBeTruthy());
  expect(send).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Welcome');
  await waitFor(() => expect(screen.queryByText(/missing before it can run/)).toBeNull());
  // Its text is still that of the example.
  await user.click(await card(/2 Wait/));
  await user.click(screen.getByRole('button', { name: 'Activate' }));
  const question = await screen.findByRole('dialog', { name: 'Send the example text?' });
  await user.click(within(question).getByRole('button', { name: 'Edit the email' }));
  await panel('Step 1: Send email');
  expect(api.held.automation.status).toBe('paused');
  await user.click(screen.getByRole('button', { name: 'Activate' }));
  await user.click(await screen.findByRole('button', { name: 'Use it as it is' }));
  await waitFor(() => expect(api.held.automation.status).toBe('active'));
  expect(api.held.automation).toMatchObject({
    draft: null,
    trigger: {
      event: 'contact.subscribed',
      if: { all: [{ event_property: 'topics', op: 'contains', value: 'news' }] },
    },
    steps: [
      { type: 'send', subject: 'Welcome', topic: 'news', from: 'Acme <news@news.example>' },
      { type: 'wait', duration: '3d' },
    ],
  });
  await card(/Starts when A contact joins the topic “Monthly news”/);
});

it('an automation that was never activated is a draft, whose emails go to the topic that is chosen for it', async () => {
  const trigger = { event: 'contact.subscribed', if: { all: [] } };
  const yes = { if: { all: [] }, then: [mail], else: [] };
  const steps = [mail, { ...mail, topic: 'offers' }, { type: 'condition', ...yes }];
  const api = server({ trigger: { event: 'unpublished.1' }, draft: { trigger, steps } });
  const { user } = open(api);
  await screen.findByText('Draft');
  await user.click(await card(/Starts when/));
  const panelOfTrigger = await panel('What starts it');
  await choose(user, panelOfTrigger.getByRole('combobox', { name: 'What starts it' }), 'Joins a topic');
  await choose(user, panelOfTrigger.getByRole('combobox', { name: 'Topic' }), 'Monthly news');
  await waitFor(() =>
    expect(api.held.automation.draft).toMatchObject({
      steps: [{ topic: 'news' }, { topic: 'offers' }, { then: [{ topic: 'news' }] }],
    }),
  );
});

it('a welcome series asks for the topic of its emails', async () => {
  const api = server();
  const created: unknown[] = [];
  const answers: Answers = {
    ...api.answers,
    'GET /automations': listOf([]),
    'POST /automations': ({ body }: ApiRequest) => {
      created.push(body);
      return api.held.automation;
    },
  };
  const { user } = openConsole('/automations', answers);
  await user.click(await screen.findByRole('button', { name: /Welcome series/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create automation' }));
  await choose(user, dialog.getByRole('combobox', { name: 'Topic' }), 'Monthly news');
  await user.click(dialog.getByRole('button', { name: 'Create automation' }));
  await waitFor(() => expect(created).toHaveLength(1));
  const [{ draft }] = created as [{ draft: { steps: { type: string; topic?: string }[] } }];
  const sends = draft.steps.filter(({ type }) => type === 'send');
  expect(sends.map(({ topic }) => topic)).toEqual(['news', 'news', 'news']);
  expect(draft).toMatchObject({ trigger: { if: { all: [{ value: 'news' }] } } });
});

it('the segment that starts it is chosen by name, and is required', async () => {
  const api = server({ draft: { trigger: { event: 'order.paid' }, steps: [mail] } });
  const { user } = open(api);
  await user.click(await card(/Starts when/));
  const trigger = await panel('What starts it');
  await choose(user, trigger.getByRole('combobox', { name: 'What starts it' }), 'Enters a segment');
  await user.click(screen.getByRole('button', { name: 'Activate' }));
  await trigger.findByText('Choose a segment.');
  await choose(user, trigger.getByRole('combobox', { name: 'Segment' }), 'Best customers');
  await card(/Starts when A contact enters the segment “Best customers”/);
  await user.click(screen.getByRole('button', { name: 'Activate' }));
  await waitFor(() => expect(api.held.automation.status).toBe('active'));
  expect(api.held.automation.trigger).toEqual({ event: 'segment.entered', segment: 'segment-1' });
});

it('changes of an active automation wait until they are published, and can be discarded', async () => {
  const trigger = { event: 'order.paid' };
  const api = server({ status: 'active', trigger, steps: [mail], draft: null, version: 4 });
  const { user } = open(api);
  await user.click(await card(/1 Send email “Welcome”/));
  await user.type(await screen.findByRole('textbox', { name: 'Subject' }), '!');
  await screen.findByText(/runs use version 4/);
  await waitFor(() =>
    expect(api.held.automation).toMatchObject({ steps: [mail], draft: { steps: [{ subject: 'Welcome!' }] } }),
  );
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByText(/runs use version 4/)).toBeNull());
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), '?');
  await user.click(screen.getByRole('button', { name: 'Publish changes' }));
  await waitFor(() => expect(api.held.automation.steps).toMatchObject([{ subject: 'Welcome?' }]));
  expect(api.held.automation.draft).toBeNull();
});

const said = (text: string) => ({
  version: 1,
  blocks: [{ type: 'paragraph', text: [{ type: 'text', text }] }],
});

it('what the draft changes is shown step by step, also within an email', async () => {
  const { text: _, ...visual } = mail;
  const [published, draft] = [
    { ...visual, document: said('It leaves today.') },
    { ...visual, document: said('It leaves tomorrow.'), track: { opens: true } },
  ];
  const trigger = { event: 'order.paid' };
  const { user } = open(
    server({ status: 'active', trigger, steps: [published], draft: { trigger, steps: [draft] } }),
  );
  await user.click(await screen.findByRole('button', { name: 'Compare with the published version' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toMatch(/It leaves tomorrow\./));
  expect(dialog.textContent).toMatch(/Step 1, Send email.*Content.*Tracking.*Track opens/s);
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
});

it('what was changed in two tabs is shown in words, and one of both is kept', async () => {
  const steps = (first: string, second: string) => [
    { type: 'wait', duration: first },
    { type: 'wait', duration: second },
  ];
  const trigger = { event: 'order.paid' };
  const api = server({ draft: { trigger, steps: steps('2d', '7d') } });
  const { user } = open(api);
  await user.click(await card(/^1 Wait/));
  const amount = (await panel('Step 1: Wait')).getByRole('textbox', { name: 'Amount' });
  // Another tab has changed the other step meanwhile, and its draft comes back in another order.
  api.held.automation = { ...api.held.automation, draft: { steps: steps('2d', '9d'), trigger } };
  api.held.etag += 1;
  await user.clear(amount);
  await user.type(amount, '3');
  // While one writes, a notice asks instead of a dialog that would take the next letters.
  const compare = await screen.findByRole('button', { name: 'Compare' });
  await user.type(amount, '1{Backspace}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(compare);
  const dialog = await screen.findByRole('dialog');
  const changes = await within(dialog).findAllByRole('listitem');
  expect(changes.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Step 1, Wait.*Saved: 2 days.*Mine: 3 days/),
    expect.stringMatching(/Step 2, Wait.*Saved: 9 days.*Mine: 7 days/),
  ]);
  expect(dialog.textContent).not.toMatch(/duration|event:|order\.paid/);
  await user.click(within(dialog).getByRole('button', { name: /^Keep mine/ }));
  await waitFor(() => expect(api.held.automation.draft).toMatchObject({ steps: steps('3d', '7d') }));
});

it('a step is moved by keyboard, duplicated and deleted, and Escape leads from its form back to it', async () => {
  const steps = [mail, { type: 'wait', duration: '3d' }];
  const api = server({ draft: { trigger: { event: 'order.paid' }, steps } });
  const { user } = open(api);
  const first = await card(/1 Send email/);
  first.focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  const moved = await panel('Step 2: Send email');
  await user.click(moved.getByRole('button', { name: 'Duplicate' }));
  const copy = await panel('Step 3: Send email');
  await user.click(copy.getByRole('button', { name: 'Delete step' }));
  const left = await panel('Step 2: Send email');
  left.getByRole('textbox', { name: 'Subject' }).focus();
  await user.keyboard('{Escape}');
  expect(document.activeElement?.textContent).toMatch(/^2 Send email/);
  await waitFor(() => expect(api.held.automation.draft).toMatchObject({ steps: [steps[1], mail] }));
});

it('a condition about opens says so while no email of the automation tracks them', async () => {
  const ifOpened = { all: [{ activity: 'opened', op: 'within_days', value: 30 }] };
  const condition = { type: 'condition', if: ifOpened, then: [{ type: 'wait', duration: 'P1D' }], else: [] };
  const api = server({ draft: { trigger: { event: 'contact.created' }, steps: [mail, condition] } });
  const { user } = open(api);
  await user.click(await card(/^2 Condition/));
  await screen.findByText(/No email of this automation tracks opens/);
  await user.click(await card(/^1 Send email/));
  await user.click((await panel('Step 1: Send email')).getByRole('checkbox', { name: 'Track opens' }));
  await user.click(await card(/^2 Condition/));
  await panel('Step 2: Condition');
  expect(screen.queryByText(/No email of this automation tracks/)).toBeNull();
});

it('what the API refuses when it is published leads to the step that it names', async () => {
  const steps = [{ type: 'condition', if: { all: [] }, then: [mail], else: [] }];
  const api = server({ draft: { trigger: { event: 'order.paid' }, steps } });
  const publish = api.answers[`PATCH ${api.path}`] as (request: ApiRequest) => unknown;
  api.answers[`PATCH ${api.path}`] = (request: ApiRequest) =>
    (request.body as Partial<Held>).status === 'active'
      ? new Refusal(422, 'unknown_domain', { message: 'steps[0].then[0]: There is no domain news.example.' })
      : publish(request);
  const { user } = open(api);
  await user.click(await screen.findByRole('button', { name: 'Activate' }));
  await panel('Step 1, if yes, 1: Send email');
});

it('the path of a contact is shown with what was not saved yet, and its mail is sent to the user', async () => {
  const api = server({ draft: { trigger: { event: 'order.paid' }, steps: [mail] } });
  const step = {
    ...{ position: '0', type: 'send', at: '2026-11-20T10:00:00.000Z', until: null, outcome: 'done' },
    ...{ detail: null, conditions_met: [] },
    email: { from: mail.from, subject: 'Welcome, Ada', template_id: null, template_slug: null },
  };
  const result = { status: 'completed', detail: null, version: null, contact_id: 'contact-1', steps: [step] };
  api.answers[`POST ${api.path}/dry-run`] = result;
  api.answers[`POST ${api.path}/test`] = { data: [{ to: 'ada@example.com', id: 'email-1' }] };
  const { user, requests } = open(api);
  await user.click(await screen.findByRole('button', { name: 'Try with a contact' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /Contact/ }), 'ada@example.com');
  await user.click(dialog.getByRole('button', { name: 'Show path' }));
  await dialog.findByText(/“Welcome, Ada”/);
  await user.click(dialog.getByRole('button', { name: 'Send test' }));
  await user.click(dialog.getByRole('button', { name: 'Send test' }));
  await waitFor(() => expect(requests.find(({ path }) => path === `${api.path}/test`)).toBeTruthy());
  expect(requests.find(({ path }) => path === `${api.path}/test`)?.body).toMatchObject({
    ...{ to: ['ada@example.com'], position: '0', steps: [mail], contact: 'contact-1' },
  });
});
