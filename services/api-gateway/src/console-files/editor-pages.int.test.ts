import type { Page } from 'playwright-core';
import { createApiKey, createDomain } from '@postrider/testkit';
import { expectAccessible, waitForNotice } from '../../test/console-session';
import { pngOf } from '../../test/pictures';
import { menuHasFocus } from '../../test/keyboard';
import { describeInBrowser } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

/** As Word puts it on the clipboard: styles, conditional comments, and lists that are paragraphs. */
const wordHtml = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0cm}</style></head>
<body lang=EN-GB><!--StartFragment--><p class=MsoNormal style='margin-bottom:8pt'><b><span style='color:#C00000'>From Word</span></b><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>first point<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>second point<o:p></o:p></p><!--EndFragment--></body></html>`;

/** A script that pastes HTML where the focus is. */
const pasteOf = (html: string): string => `
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', ${JSON.stringify(html)});
  document.activeElement.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );`;

/** A script that drops a file on the paragraph with this text, as a desktop does. */
const dropOf = (text: string, file: Buffer): string => `
  const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (sign) => sign.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], 'sale.png', { type: 'image/png' }));
  const target = [...document.querySelectorAll('[contenteditable] p')].find((p) => p.textContent.includes('${text}'));
  const { left, top, height } = target.getBoundingClientRect();
  const at = { clientX: left + 40, clientY: top + height / 2 };
  for (const name of ['dragenter', 'dragover', 'drop'])
    target.dispatchEvent(new DragEvent(name, { ...at, dataTransfer, bubbles: true, cancelable: true }));`;
/** How wide the image is, and what is above it. */
const shownImage = `(async () => {
  const image = document.querySelector('[contenteditable] img[alt="A green teapot"]');
  await image.decode();
  return [image.naturalWidth, image.closest('[data-block]').previousElementSibling.textContent];
})()`;

describeInBrowser('the visual editor', () => {
  let site: TestConsole;
  const ids = { segment: '', broadcast: '', html: '' };
  let from: string;

  beforeAll(async () => {
    site = await startConsole();
    const { organizationId } = site;
    const { pool } = site.api.context;
    await pool.query(
      `UPDATE organizations SET name = 'Teapots', postal_address = 'Street 1', brand_color = '#0f766e' WHERE id = $1`,
      [organizationId],
    );
    const domain = await createDomain(pool, { organizationId, stream: 'bulk' });
    const key = await createApiKey(pool, { organizationId, permission: 'ADMIN' });
    const post = async (path: string, body: unknown): Promise<string> => {
      const answer = await site.api.post<{ id: string }>(path, key, body);
      expect([path, answer.refusal]).toEqual([path, null]);
      return answer.body.id;
    };
    from = `News <news@${domain.name}>`;
    await post('/topics', { slug: 'news', name: 'News' });
    await post('/contacts', {
      ...{ email: 'ann@example.com', first_name: 'Ann', properties: { city: 'London' } },
      topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
    });
    ids.segment = await post('/segments', { name: 'All', filter: { all: [] } });
    const mail = { segment_id: ids.segment, topic: 'news', from, subject: 'News' };
    ids.broadcast = await post('/broadcasts', {
      ...{ ...mail, name: 'May' },
      document: { version: 1, blocks: [{ type: 'logo' }, { type: 'paragraph', text: [] }] },
    });
    ids.html = await post('/broadcasts', { ...mail, name: 'June', html: '<p>Hello</p>' });
  });
  afterAll(() => site.close());

  const content = (page: Page) => page.getByRole('textbox', { name: 'Content of the email' });
  const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the email"]');

  it('writes a newsletter by keyboard alone, keeps it over a reload, and sends what was written', async () => {
    const { page, problems } = await site.open(`broadcasts/${ids.broadcast}`);
    const { keyboard } = page;
    await content(page).focus();
    await keyboard.press('Control+End');
    // A block by its name, in the menu that the slash opens.
    await keyboard.press('/');
    await menuHasFocus(page);
    await keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Heading 1' }).and(page.locator(':focus')).waitFor();
    await keyboard.press('Enter');
    await content(page).and(page.locator(':focus')).waitFor();
    await keyboard.type('May news');
    await keyboard.press('Enter');
    await keyboard.type('Dear {{ contact.first_name | default: "reader" }},');
    await keyboard.press('Enter');
    await keyboard.press('Control+b');
    await keyboard.type('Bold');
    await keyboard.press('Control+b');
    await keyboard.type(' and plain.');
    // The toolbar is one stop, in which arrows go from button to button.
    await keyboard.press('Alt+F10');
    await page.getByRole('button', { name: 'Insert block' }).and(page.locator(':focus')).waitFor();
    await keyboard.press('Escape');
    await content(page).and(page.locator(':focus')).waitFor();
    await preview(page).getByRole('heading', { name: 'May news' }).waitFor();
    await preview(page).getByText('Dear Ada,').waitFor();
    await expectAccessible(page, 'editor');

    await page.evaluate(pasteOf(wordHtml));
    await content(page).getByRole('listitem').getByText('second point').waitFor();
    await preview(page).getByText('second point').waitFor();

    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByText('Contacts in this segment now').waitFor();
    await page.goto(`${site.origin}/console/broadcasts/${ids.broadcast}?step=content`);
    await content(page).getByRole('heading', { name: 'May news' }).waitFor();
    expect(await content(page).getByRole('listitem').allInnerTexts()).toEqual([
      'first point',
      'second point',
    ]);
    await content(page).locator('[data-variable="contact.first_name"]').waitFor();

    await page.goto(`${site.origin}/console/broadcasts/${ids.broadcast}?step=test`);
    await page.getByRole('textbox', { name: 'Send a test to' }).fill('bo@example.com');
    await page.getByRole('button', { name: 'Send test' }).click();
    await waitForNotice(page, 'Test sent');
    const { rows } = await site.api.context.pool.query<{ html: string; text: string }>(
      `SELECT c.html, c.text FROM message_contents c JOIN messages m ON m.id = c.message_id
       WHERE m.organization_id = $1 AND m.subject LIKE '%News'`,
      [site.organizationId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.html).toMatch(/<h1[^>]*>May news<\/h1>/);
    expect(rows[0]?.html).toContain('Dear Ada,');
    expect(rows[0]?.html).toContain('<strong>Bold</strong> and plain.');
    expect(rows[0]?.html).not.toMatch(/Mso|mso-list|#C00000/);
    expect(rows[0]?.text).toContain('- first point\n- second point');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('inserts blocks that ask for what they need, and variables with an example', async () => {
    const { page, problems } = await site.open(`broadcasts/${ids.broadcast}?step=content`);
    const dialog = page.getByRole('dialog');
    await content(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Insert block' }).click();
    await page.getByRole('menuitem', { name: 'Button' }).click();
    await dialog.getByLabel('Label').fill('See the teapots');
    await dialog.getByLabel('Link').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await dialog.getByText('Enter a web address such as').waitFor();
    await expectAccessible(page, 'editor-button');
    await dialog.getByLabel('Link').fill('shop.example/teapots');
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await content(page).getByRole('group', { name: 'Button: See the teapots' }).waitFor();
    await preview(page).getByText('See the teapots').waitFor();

    await page.getByRole('button', { name: 'Insert variable', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Variable' }).click();
    await page.getByRole('option', { name: 'Property city' }).click();
    await dialog.getByText('For example: London').waitFor();
    await dialog.getByLabel('Fallback').fill('your city');
    await expectAccessible(page, 'editor-variable');
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await preview(page).getByText('your city').waitFor();
    // A contact that does not exist is refused at its field, which stays.
    await page.getByRole('textbox', { name: 'Preview as' }).fill('unknown@example.com');
    await page.getByText('There is no such contact.').waitFor();
    await page.getByRole('textbox', { name: 'Preview as' }).fill('ann@example.com');
    await preview(page).getByText('London').waitFor();
    await page.getByText('Phone', { exact: true }).click();
    await page.getByRole('switch', { name: 'Dark' }).click();
    await expectAccessible(page, 'editor-dark');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('a dropped image is uploaded where it was dropped, and a dropped file never leaves the page', async () => {
    const { page, problems } = await site.open(`broadcasts/${ids.broadcast}?step=content`);
    await content(page).getByText('From Word').waitFor();
    await page.evaluate(dropOf('From Word', pngOf({ width: 400, height: 200, color: [20, 120, 90] })));
    const form = page.getByRole('dialog', { name: 'Image' });
    await form.getByRole('textbox', { name: 'Alternative text' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('A green teapot');
    await expectAccessible(page, 'editor-image');
    await form.getByRole('button', { name: 'Apply' }).click();
    await content(page).getByText('A green teapot · 400 pixels wide').waitFor();
    expect(await page.evaluate(shownImage)).toEqual([400, expect.stringContaining('From Word')]);

    await page.evaluate(dropOf('From Word', Buffer.from('<svg/>')));
    await content(page)
      .getByText(/sale\.png was not inserted\. The image must be a PNG/)
      .waitFor();
    await expectAccessible(page, 'editor-image-refused');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('leaves HTML as HTML, and turns a document into HTML only after asking', async () => {
    const { page } = await site.open(`broadcasts/${ids.html}?step=content`);
    await page.getByRole('textbox', { name: 'HTML' }).waitFor();
    expect(await content(page).count()).toBe(0);
    await page.goto(`${site.origin}/console/broadcasts/${ids.broadcast}?step=content`);
    await page.getByRole('button', { name: 'Edit HTML' }).click();
    await page.getByRole('dialog').getByText('It cannot be opened in the visual editor again.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Edit HTML' }).click();
    await page.getByRole('textbox', { name: 'HTML' }).getByText('<!doctype html>').waitFor();
    await page.close();
  });

  it('begins a new template in the visual editor', async () => {
    const { page, problems } = await site.open('templates');
    await page.getByRole('button', { name: 'Create template' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Slug' }).fill('visual');
    await dialog.getByRole('button', { name: 'Create template' }).click();
    await content(page).getByText('Write your email here.').waitFor();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Welcome');
    await preview(page).getByText('Write your email here.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText(/^Saved /).waitFor();
    await expectAccessible(page, 'editor-template');
    expect(problems).toEqual([]);
    await page.close();
  });
});
