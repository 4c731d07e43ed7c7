import { createApiKey, createDomain } from '@postrider/testkit';
import { expectAccessible } from '../../test/console-session';
import { describeInBrowser, waitUntil } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

describeInBrowser('conditions about a signup form', () => {
  let site: TestConsole;
  let key: Awaited<ReturnType<typeof createApiKey>>;
  beforeAll(async () => {
    site = await startConsole();
    key = await createApiKey(site.api.context.pool, {
      ...{ organizationId: site.organizationId, permission: 'ADMIN' },
    });
  });
  afterAll(() => site.close());

  it('name the form, and say when it is deleted, also on a phone', async () => {
    const domain = await createDomain(site.api.context.pool, {
      ...{ organizationId: site.organizationId, stream: 'bulk' },
    });
    await site.api.post('/topics', key, { slug: 'news', name: 'News' });
    const form = await site.api.post<{ id: string }>('/signup-forms', key, {
      ...{ name: 'Footer of the shop', from: `news@${domain.name}`, topics: ['news'] },
    });
    const segment = await site.api.post<{ id: string }>('/segments', key, {
      name: 'From the shop',
      filter: { all: [{ form: form.body.id, confirmed: true }] },
    });
    const wide = await site.open(`segments/${segment.body.id}`, { width: 1440, height: 900 });
    await wide.page.getByText('confirmed the signup form “Footer of the shop”').waitFor();
    await wide.page.getByText('Contacts that match: 0').waitFor();
    await expectAccessible(wide.page, 'segment-form');
    await wide.page.close();

    await site.api.send(`/signup-forms/${form.body.id}`, { method: 'DELETE', key });
    const { page } = await site.open(`segments/${segment.body.id}`, { width: 390, height: 844 });
    await page.getByRole('alert').getByText('was deleted, so the condition matches no contact').waitFor();
    await expectAccessible(page, 'segment-form-deleted');
    await waitUntil(page, 'document.documentElement.scrollWidth <= innerWidth');
    await page.close();
  });
});
