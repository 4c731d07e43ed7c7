import type { Page } from 'playwright-core';
import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import { createApiKey, createDomain, eventuallyPasses, type ApiKeyFixture } from '@postrider/testkit';
import { expectAccessible, waitForNotice } from '../../test/console-session';
import { describeInBrowser } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

describeInBrowser('the content of a broadcast', () => {
  let site: TestConsole;
  let key: ApiKeyFixture;
  let mail: object;

  beforeAll(async () => {
    site = await startConsole();
    const { organizationId } = site;
    const { pool } = site.api.context;
    await pool.query(
      `UPDATE organizations SET name = 'Tea & Co', postal_address = 'Street 1' WHERE id = $1`,
      [organizationId],
    );
    const domain = await createDomain(pool, { organizationId, stream: 'bulk' });
    key = await createApiKey(pool, { organizationId, permission: 'ADMIN' });
    await post('/topics', { slug: 'news', name: 'News' });
    const segment = await post('/segments', { name: 'All', filter: { all: [] } });
    mail = { segment_id: segment, topic: 'news', from: `News <news@${domain.name}>` };
  });
  afterAll(() => site.close());

  async function post(path: string, body?: unknown): Promise<string> {
    const answer = await site.api.post<{ id: string }>(path, key, body);
    expect([path, answer.refusal]).toEqual([path, null]);
    return answer.body.id;
  }

  /** Waits until the API has these fields. */
  const waitForStored = (id: string, fields: object) =>
    eventuallyPasses(async () => {
      const { body } = await site.api.get<BroadcastResource>(`/broadcasts/${id}`, key);
      expect(body).toMatchObject(fields);
    });

  /** @returns the HTML of the test that the page sends */
  async function sendTest(page: Page, subject: string): Promise<string | undefined> {
    await page.getByRole('textbox', { name: 'Send a test to' }).fill('bo@example.com');
    await page.getByRole('button', { name: 'Send test' }).click();
    await waitForNotice(page, 'Test sent');
    const { rows } = await site.api.context.pool.query<{ html: string }>(
      `SELECT c.html FROM message_contents c JOIN messages m ON m.id = c.message_id
       WHERE m.organization_id = $1 AND m.subject LIKE $2`,
      [site.organizationId, `%${subject}`],
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.html;
  }

  it('UTM parameters are filled from names, saved once they are complete, and in the links of a test', async () => {
    const html = '<p><a href="https://shop.example/tea">Tea</a></p>';
    const id = await post('/broadcasts', { ...mail, name: 'Spring sale', subject: 'Sale', html });
    const { page, problems } = await site.open(`broadcasts/${id}?step=audience`);
    const field = (name: string) => page.getByRole('textbox', { name });
    await page.getByRole('checkbox', { name: 'Add UTM parameters to links' }).check();
    await page
      .getByText('https://example.com/?utm_source=tea-co&utm_medium=email&utm_campaign=spring-sale')
      .waitFor();
    await field('Campaign (utm_campaign)').fill('May & June');
    await page.keyboard.press('Tab');
    await waitForStored(id, { utm: { source: 'tea-co', medium: 'email', campaign: 'May & June' } });
    await field('Source (utm_source)').fill('');
    await page.keyboard.press('Tab');
    await page.getByText(/^Not saved yet: Fill in source, medium and campaign/).waitFor();
    await expectAccessible(page, 'broadcast-utm');
    await field('Source (utm_source)').fill('newsletter');
    await page.keyboard.press('Tab');
    const utm = { source: 'newsletter', medium: 'email', campaign: 'May & June' };
    await waitForStored(id, { utm });
    await page.reload();
    await page.getByText('utm_campaign=May%20%26%20June').waitFor();

    await page.goto(`${site.origin}/console/broadcasts/${id}?step=test`);
    expect(await sendTest(page, 'Sale')).toContain('utm_campaign=May%20%26%20June');
    await page.goto(`${site.origin}/console/broadcasts/${id}?step=review`);
    await page.getByText('newsletter, email, May & June').waitFor();
    await page.goto(`${site.origin}/console/broadcasts/${id}?step=audience`);
    await page.getByRole('checkbox', { name: 'Add UTM parameters to links' }).uncheck();
    await waitForStored(id, { utm: null });
    expect(problems).toEqual([]);
    await page.close();
  });

  it('the variables of a template are fields, objects and lists too, and a test contains what was filled in', async () => {
    const template = await post('/templates', {
      ...{ slug: 'offers', name: 'Offers', subject: 'Offers of {{ month }}' },
      html: `<h1>{{ host.name }}</h1>{% for offer in offers %}<p>{{ offer.title }}: {{ offer.price }}</p>{% endfor %}`,
      variables: [
        { key: 'month', type: 'string', required: true },
        { key: 'host', type: 'object', required: false, fallback: { name: 'Ada' } },
        { key: 'offers', type: 'list', required: true },
      ],
    });
    await post(`/templates/${template}/publish`);
    const id = await post('/broadcasts', {
      ...{ ...mail, name: 'Offers' },
      template: { id: template, data: { month: 'May', offers: [{ title: 'Pot', price: '20' }] } },
    });
    const { page, problems } = await site.open(`broadcasts/${id}`);
    const group = (name: string) => page.getByRole('group', { name, exact: true });
    await group('Host').getByRole('textbox', { name: 'Name' }).fill('Grace');
    await group('Offers').getByRole('button', { name: 'Add item' }).click();
    await group('Offers 2').getByRole('textbox', { name: 'Title' }).fill('Cup');
    await group('Offers 2').getByRole('textbox', { name: 'Price' }).fill('5');
    await group('Offers 1').getByRole('button', { name: 'Remove Offers 1' }).click();
    await expectAccessible(page, 'broadcast-template');
    await page.keyboard.press('Tab');
    const data = { month: 'May', host: { name: 'Grace' }, offers: [{ title: 'Cup', price: '5' }] };
    await waitForStored(id, { template: { id: template, data } });
    await page.reload();
    await group('Offers 1').getByRole('textbox', { name: 'Title' }).waitFor();
    expect(await group('Offers 1').getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Cup');

    await page.goto(`${site.origin}/console/broadcasts/${id}?step=test`);
    const preview = page.frameLocator('iframe[title=Preview]');
    await preview.getByRole('heading', { name: 'Grace' }).waitFor();
    await preview.getByText('Cup: 5').waitFor();
    expect(await sendTest(page, 'Offers of May')).toContain('Cup: 5');

    // The same fields hold the sample data of the template.
    await page.goto(`${site.origin}/console/templates/${template}`);
    await group('Offers 1').getByRole('textbox', { name: 'Title' }).fill('Kettle');
    await preview.getByText('Kettle: price').waitFor();
    await expectAccessible(page, 'template-sample');
    expect(problems).toEqual([]);
    await page.close();
  });
});
