import type { AutomationResource } from '@postrider/contracts/automations';
import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import { createApiKey, createDomain, eventually, type ApiKeyFixture } from '@postrider/testkit';
import { expectAccessible, waitForNotice } from '../../test/console-session';
import { arrowTo, chooseByKeyboard, tabTo, waitForFocus } from '../../test/keyboard';
import { describeInBrowser, stepMs } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

describeInBrowser('by keyboard alone', () => {
  let site: TestConsole;
  let key: ApiKeyFixture;
  let mail: object;

  beforeAll(async () => {
    site = await startConsole();
    const { organizationId } = site;
    const { pool } = site.api.context;
    const domain = await createDomain(pool, { organizationId, stream: 'bulk' });
    key = await createApiKey(pool, { organizationId, permission: 'ADMIN' });
    await post('/topics', { slug: 'news', name: 'News' });
    const segment = await post('/segments', { name: 'All', filter: { all: [] } });
    mail = { segment_id: segment, topic: 'news', from: `News <news@${domain.name}>`, subject: 'News' };
  });
  afterAll(() => site.close());

  async function post(path: string, body: unknown): Promise<string> {
    const answer = await site.api.post<{ id: string }>(path, key, body);
    expect([path, answer.refusal]).toEqual([path, null]);
    return answer.body.id;
  }

  /** Waits until the API has it. */
  async function waitForStored<Body>(path: string, test: (body: Body) => boolean): Promise<Body> {
    const read = async () => (await site.api.get<Body>(path, key)).body;
    const options = { timeoutMs: stepMs, intervalMs: 100, what: `${path} is stored` };
    await eventually(async () => test(await read()), options);
    return read();
  }

  it('a block of an email is inserted, changed, moved and deleted, and the editor is left', async () => {
    const paragraph = (text: string) => ({ type: 'paragraph', text: [{ type: 'text', text }] });
    const blocks = [paragraph('First'), paragraph('Second')];
    const id = await post('/broadcasts', { ...mail, name: 'May', document: { version: 1, blocks } });
    const { page, problems } = await site.open(`broadcasts/${id}`);
    const { keyboard } = page;
    const content = page.getByRole('textbox', { name: 'Content of the email' });
    const dialog = page.getByRole('dialog', { name: 'Button' });
    const label = dialog.getByRole('textbox', { name: 'Label' });
    const button = (name: string) => content.getByRole('group', { name: `Button: ${name}` });
    const tool = (name: string) => page.getByRole('button', { name, exact: true });
    const typesOf = ({ document }: BroadcastResource) => document?.blocks.map(({ type }) => type).join(' ');

    await tabTo(page, content);
    await keyboard.press('Control+End');
    await keyboard.press('Enter');
    await keyboard.press('/');
    await chooseByKeyboard(page, 'Button');
    await waitForFocus(page, label);
    await keyboard.type('See the teapots');
    await tabTo(page, dialog.getByRole('textbox', { name: 'Link' }));
    await keyboard.type('shop.example/teapots');
    await keyboard.press('Enter');
    await button('See the teapots').waitFor();
    await waitForFocus(page, content);

    // An arrow selects the block beside the cursor, and Enter opens its form.
    const selected = content.locator('.ProseMirror-selectednode');
    for (let presses = 0; presses < 3 && (await selected.count()) === 0; presses += 1)
      await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await waitForFocus(page, label);
    await keyboard.press('Control+a');
    await keyboard.type('Buy a teapot');
    await expectAccessible(page, 'keyboard-block');
    await keyboard.press('Enter');
    await button('Buy a teapot').waitFor();
    await waitForFocus(page, content);

    await keyboard.press('Alt+F10');
    await arrowTo(page, tool('Move block up'), 'ArrowRight');
    await keyboard.press('Enter');
    await waitForStored<BroadcastResource>(`/broadcasts/${id}`, (stored) =>
      /^paragraph button paragraph/.test(typesOf(stored) ?? ''),
    );
    // The same button again: it keeps the focus.
    await keyboard.press('Enter');
    await waitForStored<BroadcastResource>(`/broadcasts/${id}`, (stored) =>
      /^button paragraph paragraph/.test(typesOf(stored) ?? ''),
    );
    await keyboard.press('Escape');
    await waitForFocus(page, content);

    await keyboard.press('Alt+F10');
    await arrowTo(page, tool('Delete block'), 'ArrowRight');
    await keyboard.press('Enter');
    await button('Buy a teapot').waitFor({ state: 'detached' });
    await waitForFocus(page, content);
    // What was deleted by mistake is there again.
    await keyboard.press('Control+z');
    await button('Buy a teapot').waitFor();
    await waitForStored<BroadcastResource>(`/broadcasts/${id}`, (stored) =>
      /^button paragraph paragraph/.test(typesOf(stored) ?? ''),
    );

    await keyboard.press('Tab');
    await content.and(page.locator(':not(:focus)')).waitFor();
    await keyboard.press('Shift+Tab');
    await waitForFocus(page, content);
    await tabTo(page, page.getByRole('button', { name: 'Save and continue' }));
    await keyboard.press('Enter');
    await page.getByText('Contacts in this segment now').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('a step of an automation is added, edited, moved and deleted, and the change is published', async () => {
    const id = await post('/automations', {
      ...{ name: 'Paid', trigger: { event: 'order.paid' } },
      steps: [
        { type: 'wait', duration: '1d' },
        { type: 'webhook', url: 'https://shop.example/paid' },
      ],
    });
    const { page, problems } = await site.open(`automations/${id}`);
    const { keyboard } = page;
    const panel = (name: string) => page.getByRole('region', { name });
    const card = (name: RegExp) => page.getByRole('button', { name });
    const typesOf = ({ draft }: AutomationResource) => draft?.steps.map(({ type }) => type).join(' ');
    const isDraft = (types: string) =>
      waitForStored<AutomationResource>('/automations/paid', (stored) => typesOf(stored) === types);

    await tabTo(
      page,
      page.getByRole('button', { name: 'Add a step: after step 2: call webhook', exact: true }),
    );
    await keyboard.press('Enter');
    await chooseByKeyboard(page, 'Wait');
    await waitForFocus(page, panel('Step 3: Wait').getByRole('heading'));
    await tabTo(page, panel('Step 3: Wait').getByRole('textbox', { name: 'Amount' }));
    await keyboard.press('Control+a');
    await keyboard.type('5');
    await expectAccessible(page, 'keyboard-step');
    await keyboard.press('Escape');
    await waitForFocus(page, card(/^3 Wait/));

    await keyboard.press('Alt+ArrowUp');
    await isDraft('wait wait webhook');
    await waitForFocus(page, card(/^2 Wait 5 days/));
    await keyboard.press('Enter');
    await waitForFocus(page, panel('Step 2: Wait').getByRole('heading'));
    await tabTo(page, page.getByRole('button', { name: 'Move up' }));
    await keyboard.press('Enter');
    await panel('Step 1: Wait').waitFor();
    // The button keeps the focus at the end of a move, where it has no further effect.
    await waitForFocus(page, page.getByRole('button', { name: 'Move up' }));
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await waitForFocus(page, card(/^1 Wait 5 days/));

    // The wait of a day goes, and the focus is at the step that takes its place.
    await tabTo(page, card(/^2 Wait 1 day/));
    await keyboard.press('Enter');
    await waitForFocus(page, panel('Step 2: Wait').getByRole('heading'));
    await tabTo(page, page.getByRole('button', { name: 'Delete step' }));
    await keyboard.press('Enter');
    await waitForFocus(page, panel('Step 2: Call webhook').getByRole('heading'));
    await isDraft('wait webhook');

    await tabTo(page, page.getByRole('button', { name: 'Publish changes' }));
    await keyboard.press('Enter');
    await waitForNotice(page, 'Changes published');
    const { steps, draft, version } = await waitForStored<AutomationResource>(
      '/automations/paid',
      (stored) => stored.draft === null,
    );
    expect([draft, version, steps]).toEqual([
      ...[null, 2],
      [
        expect.objectContaining({ type: 'wait', duration: '5d' }),
        expect.objectContaining({ type: 'webhook' }),
      ],
    ]);
    await expectAccessible(page, 'keyboard-published');
    expect(problems).toEqual([]);
    await page.close();
  });
});
