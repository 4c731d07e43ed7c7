import { createInboundEmail, createMember, createMessage, type DomainFixture } from '@postrider/testkit';
import {
  downloadOf,
  expectAccessible,
  keepScreenshot,
  showScheme,
  waitForNotice,
} from '../../test/console-session';
import { describeInBrowser } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

describeInBrowser('received email', () => {
  let site: TestConsole;
  let domain: DomainFixture;
  let firstId: string;
  let secondId: string;

  beforeAll(async () => {
    site = await startConsole();
    const { organizationId } = site;
    const { pool } = site.api.context;
    domain = site.domain;
    const { id: emailId } = await createMessage(pool, { organizationId });
    const received = {
      ...{ organizationId, domainId: domain.id, emailId, rule: 'addresses' as const },
      receivedFor: [`support@${domain.name}`],
    };
    const photo = { filename: 'photo.png', contentType: 'image/png', content: Buffer.from('pixels') };
    ({ id: firstId } = await createInboundEmail(pool, {
      ...{ ...received, subject: 'Re: Your order', attachments: [photo] },
      text: 'Where is my parcel? It should have come on Monday.',
    }));
    ({ id: secondId } = await createInboundEmail(pool, { ...received, subject: 'Re: Your order' }));
    await createInboundEmail(pool, { organizationId, subject: 'An invoice', from: 'Bob <bob@example.org>' });
  });
  afterAll(() => site.close());

  it('no page breaks its policy, overflows, or is unusable without eyes', async () => {
    expect(await site.problemsOf(['inbound', `inbound/${firstId}`, `inbound/${secondId}`])).toEqual([]);
  });

  it('is listed with its subject on a phone', async () => {
    const { page } = await site.open('inbound');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('An invoice').waitFor();
    await page.close();
  });

  it('is found by a text in it, and shown with its content, its checks and its file', async () => {
    const { page, problems } = await site.open('inbound');
    const other = page.getByRole('link', { name: 'Bob <bob@example.org>' });
    await other.waitFor();
    await page.getByRole('textbox', { name: 'Search' }).fill('parcel');
    await other.waitFor({ state: 'detached' });
    await keepScreenshot(page, 'inbound-search');
    await page.getByRole('link', { name: 'Jane <jane@example.com>' }).click();
    await page.getByRole('heading', { name: 'Re: Your order', level: 1 }).waitFor();
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByRole('tab', { name: 'HTML' }).first().click();
    await page.frameLocator('iframe').getByText('Thanks!').waitFor();
    await conversation.getByText('Details').first().click();
    await conversation.getByText('DMARC').first().waitFor();
    await expectAccessible(page, 'inbound-html');
    const save = page.getByRole('button', { name: 'Download photo.png' });
    const download = await downloadOf(page, () => save.click());
    expect(download.suggestedFilename()).toBe('photo.png');
    await page.goBack();
    expect(await page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe('parcel');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('is answered once, with what was typed before a reload and an ended session', async () => {
    const { api, organizationId, passwordHash } = site;
    const user = await createMember(api.context.pool, { organizationId, passwordHash, role: 'member' });
    const { page, context, problems } = await site.openAs(user, `inbound/${secondId}`);
    const text = page.getByRole('textbox', { name: 'Text' });
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await text.fill('It left us this morning.\nYou will have it on Friday.');
    await keepScreenshot(page, 'inbound-reply');
    await page.reload();
    await page.getByText('Restored what you had entered.').waitFor();
    await context.clearCookies();
    await page.getByRole('button', { name: 'Send' }).click();
    const overlay = page.getByRole('dialog', { name: 'Your session has ended' });
    await overlay.getByLabel('Password', { exact: true }).fill(site.password);
    await overlay.getByRole('button', { name: 'Sign in', exact: true }).click();
    await waitForNotice(page, 'Reply sent');
    await page.getByRole('button', { name: new RegExp(`You: support@${domain.name}`) }).waitFor();
    await page.getByText('Replied', { exact: true }).waitFor();
    expect(await text.inputValue()).toBe('');
    const { rows } = await api.context.pool.query(
      `SELECT from_header, inbound_id FROM messages WHERE organization_id = $1 AND inbound_id IS NOT NULL`,
      [organizationId],
    );
    expect(rows).toEqual([{ from_header: `support@${domain.name}`, inbound_id: secondId }]);
    await showScheme(page, 'dark');
    await keepScreenshot(page, 'inbound-conversation-dark');
    expect(problems).toEqual([]);
    await context.close();
  });
});
