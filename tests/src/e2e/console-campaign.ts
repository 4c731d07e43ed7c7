import { createDomain, createOrganization, eventually } from '@postrider/testkit';
import { request } from 'undici';
import { waitForNotice } from '../../../services/api-gateway/test/console-session';
import { choose, follow, noteTime, register, type Browser, type Page } from './console-window';
import { postrider, present, running } from './running-system';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const contactsCount = 500;
/** Four of five live in Porto. */
const readersCount = 400;
const contacts = Array.from({ length: contactsCount }, (_, n) => ({
  email: `reader${n}@console-campaign.test`,
  name: `Ada${n}`,
  town: n % 5 === 0 ? 'Oslo' : 'Porto',
}));
const reader = present(contacts[1]);

/** From a CSV file to the report of a broadcast, in the browser of a person who has just been invited. */
export async function campaignInBrowser(browser: Browser): Promise<void> {
  const { pool, secrets } = running();
  const { id: organizationId, slug } = await createOrganization(pool, { name: 'Rio & Co' });
  const { masterKey } = secrets;
  await createDomain(pool, {
    organizationId,
    stream: 'bulk',
    trackingVerified: true,
    masterKey,
  });
  const invited = await postrider('users', 'invite', 'rio@newcomer.test', '--organization', slug);
  const { url: link } = invited as { url: string };

  const startedMs = performance.now();
  const { page, context, problems } = await register(browser, { link, name: 'Rio' });
  await setPostalAddress(page);
  await createTopic(page);
  await importContacts(page);
  await createSegment(page);
  await composeBroadcast(page);
  await sendBroadcast(page);
  await readReport(page);
  noteTime('a campaign, from the CSV file to the report', startedMs);
  expect(problems).toEqual([]);
  await context.close();
}

const click = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click();

async function setPostalAddress(page: Page): Promise<void> {
  await follow(page, 'Settings', 'Organization');
  await page.getByLabel('Postal address').fill('1 Quay\nPorto');
  await page.keyboard.press('Tab');
  await page.getByText(/^Saved /).waitFor();
}

async function createTopic(page: Page): Promise<void> {
  await follow(page, 'Topics');
  await page.getByRole('button', { name: 'Create topic' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('News');
  await dialog.getByRole('button', { name: 'Create topic' }).click();
  await page.getByRole('button', { name: 'News' }).waitFor();
}

async function importContacts(page: Page): Promise<void> {
  await follow(page, 'Contacts');
  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  const rows = contacts.map(({ email, name, town }) => `${email},${name},${town}`);
  const buffer = Buffer.from(`Mail,Given name,Town\n${rows.join('\n')}\n`);
  const chooser = page.waitForEvent('filechooser');
  await click(page, 'CSV file');
  await (await chooser).setFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer });
  await choose(page, 'Read as: Mail', 'Email');
  await choose(page, 'Read as: Given name', 'First name');
  await choose(page, 'Read as: Town', 'Property');
  await page.getByRole('row', { name: /^Subscribed 500\b/ }).waitFor();
  await choose(page, 'Topics', 'News');
  await page.keyboard.press('Escape');
  await page.getByLabel('Source of the consent').fill('Fair');
  await click(page, 'Start import');
  await page.getByText('Finished', { exact: true }).waitFor();
  await page.getByRole('definition').getByText('500', { exact: true }).first().waitFor();
}

async function createSegment(page: Page): Promise<void> {
  await follow(page, 'Segments');
  await page.getByRole('link', { name: 'Create segment' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Porto');
  const all = page.getByRole('group', { name: 'Contacts that meet all of these conditions' });
  await all.getByRole('button', { name: 'Add condition' }).click();
  await all.getByRole('combobox', { name: 'Condition' }).last().click();
  await page.getByRole('option', { name: 'Property' }).click();
  await all.getByRole('combobox', { name: 'Property' }).fill('town');
  await all.getByRole('combobox', { name: 'Value' }).fill('Porto');
  await page.getByText(`Contacts that match: ${readersCount}`).waitFor();
  await click(page, 'Save segment');
  await page.getByRole('heading', { name: 'Porto', level: 1 }).waitFor();
}

async function composeBroadcast(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create broadcast' }).click();
  // The page of the segment, which stays until then, has a name, too.
  await page.getByRole('heading', { name: 'New broadcast', level: 1 }).waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('May');
  await choose(page, 'Topic', 'News');
  const from = page.getByRole('group', { name: 'From' });
  await from.getByLabel('Sender name').fill('Rio');
  await from.getByLabel('Address before the @').fill('rio');
  await page.getByLabel('Subject').fill('May for {{ contact.first_name }}');
  await click(page, 'Create broadcast');
  await page.getByRole('textbox', { name: 'Content of the email' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Hello {{ contact.first_name }},');
  await page.keyboard.press('Enter');
  await click(page, 'Insert block');
  await page.getByRole('menuitem', { name: 'Button' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('Look');
  await dialog.getByLabel('Link').fill('https://shop.test/may');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('group', { name: 'Button: Look' }).waitFor();
  await click(page, 'Save and continue');
  await page.getByText(`Contacts in this segment now: ${readersCount}`).waitFor();
  await click(page, 'Save and continue');
  await page.getByLabel('Preview as').fill(reader.email);
  await page.frameLocator('iframe[title=Preview]').getByText(`Hello ${reader.name},`).waitFor();
  await click(page, 'Send test');
  await waitForNotice(page, 'Test sent');
  await click(page, 'Save and continue');
}

async function sendBroadcast(page: Page): Promise<void> {
  await page.getByRole('status', { name: 'Recipients' }).getByText(String(readersCount)).waitFor();
  await click(page, 'Send now');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Confirmation').fill(String(readersCount));
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await figure(page, 'Delivered', `${readersCount} of ${readersCount} emails`);
}

/** Waits until the report says so. */
async function figure(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('group', { name }).getByText(text).waitFor();
}

async function readReport(page: Page): Promise<void> {
  const find = () =>
    running().world.sink.messages.find(({ to, accepted }) => accepted && to.includes(reader.email));
  const mail = present((await eventually(find, { what: 'the mail of a reader' })) ?? undefined);
  const text = mail.raw.toString('latin1').replace(/=\r\n/g, '').replace(/=3D/g, '=');
  // A person needs more than the two seconds after delivery that belong to scanners.
  await running().pool.query(
    `UPDATE messages SET sent_at = sent_at - interval '1 min' WHERE subject = $1 AND to_addresses = $2`,
    [`May for ${reader.name}`, [reader.email]],
  );
  for (const kind of ['o', 'c']) {
    const url = present(new RegExp(`${running().apiUrl}/${kind}/[\\w.-]+`).exec(text)?.[0]);
    await request(url, { headers: { 'user-agent': firefox } });
  }
  await figure(page, 'Opened', '1 recipient');
  await figure(page, 'Clicked', '1 recipient');
  // The links are read less often than the counts.
  await page.reload();
  await page
    .getByRole('table', { name: 'Links' })
    .getByRole('cell', { name: 'https://shop.test/may' })
    .waitFor();
  await page.getByRole('tab', { name: 'Recipients' }).click();
  await choose(page, 'Clicked', 'Yes');
  const row = page.getByRole('table', { name: 'Recipients' }).getByRole('row', { name: reader.email });
  await row.getByText('Opened, Clicked').waitFor();
}
