import { eventuallyPasses } from '@postrider/testkit';
import { request } from 'undici';
import { headerOf, signingDomains } from '../system/received-mail';
import { bodyOf } from '../system/received-webhook';
import { copiesOf, emailThatIs, eventTypes, present, running, webhookOf } from './running-system';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const target = 'https://shop.test/sale?a=1&b=2';

const newsletter = (to: string) => ({
  from: `ada@${running().tenant.bulkDomain.name}`,
  to,
  subject: 'News',
  kind: 'bulk.news',
  html: '<html><body><p>News.</p></body></html>',
  text: 'News.',
});

/** The copy that arrived, with quoted-printable undone. */
async function arrived(id: string) {
  await emailThatIs('delivered', id);
  const copy = present(copiesOf(id)[0]);
  const text = copy.raw.toString('latin1').replace(/=\r\n/g, '').replace(/=3D/g, '=');
  return { copy, text };
}

const visit = (url: string, method: 'GET' | 'POST' = 'GET', userAgent = firefox) =>
  request(url, {
    method,
    headers: { 'user-agent': userAgent, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click' }),
  });

export function bulkMail(): void {
  const reader = 'reader@lists.test';

  test('has signed one-click headers and a footer; its POST stops bulk mail and nothing else', async () => {
    const { id } = await running().api().send(newsletter(reader));
    const { copy, text } = await arrived(id);
    expect(await signingDomains(copy.raw, running().world.dns)).toContain(running().tenant.bulkDomain.name);
    expect(headerOf(copy, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const url = headerOf(copy, 'list-unsubscribe')?.slice(1, -1) ?? '';
    expect(url).toMatch(new RegExp(`^${running().apiUrl}/u/`));
    expect(text).toContain('Ada &amp; Co<br>12 St James Square<br>London<br>');
    expect(text).toContain(`Unsubscribe: ${url}`);

    expect((await visit(url)).statusCode).toBe(200);
    expect((await running().api().send(newsletter(reader))).suppressed).toBeUndefined();
    expect((await visit(url, 'POST', '')).statusCode).toBe(200);
    await webhookOf(id, 'email.unsubscribed');
    const email = await running().api().email(id);
    expect([email.last_event, eventTypes(email)]).toEqual([
      'delivered',
      ['queued', 'sent', 'delivered', 'unsubscribed'],
    ]);

    const again = await running().api().send(newsletter(reader));
    expect(again.suppressed).toEqual([reader]);
    expect((await running().api().email(again.id)).last_event).toBe('suppressed');
    const receipt = { ...newsletter(reader), kind: 'receipt' };
    await emailThatIs('delivered', (await running().api().send(receipt)).id);
  });

  test('its unsubscription is counted once', async () => {
    await eventuallyPasses(async () => {
      expect((await running().api().metrics('?days=1')).totals.unsubscribed).toBe(1);
    });
  });
}

export function tracking(): void {
  test('opens and clicks become events, webhooks and counts, those of machines are marked and not counted', async () => {
    const { id } = await running()
      .api()
      .send({
        ...newsletter('curious@lists.test'),
        from: `ada@${running().tenant.domain.name}`,
        kind: 'receipt',
        html: `<html><body><a href="${target.replace('&', '&amp;')}">Sale</a></body></html>`,
        track: { opens: true, clicks: true },
      });
    const { text } = await arrived(id);
    const [clickUrl = ''] = new RegExp(`${running().apiUrl}/c/[\\w.-]+`).exec(text) ?? [];
    const [pixelUrl = ''] = new RegExp(`${running().apiUrl}/o/[\\w.-]+`).exec(text) ?? [];
    // A person needs more than the two seconds after delivery that belong to scanners.
    await running().pool.query(`UPDATE messages SET sent_at = sent_at - interval '1 min' WHERE id = $1`, [
      id,
    ]);

    expect((await visit(pixelUrl, 'GET', 'curl/8')).statusCode).toBe(200);
    await webhookOf(id, 'email.opened');
    const { statusCode, headers } = await visit(clickUrl);
    expect([statusCode, headers.location]).toEqual([302, target]);
    expect(bodyOf(await webhookOf(id, 'email.clicked')).data).toMatchObject({ url: target });
    await visit(pixelUrl);
    await visit(pixelUrl);

    await eventuallyPasses(async () => {
      const email = await running().api().email(id);
      expect(email.last_event).toBe('delivered');
      const opened = email.events.filter(({ type }) => type === 'opened');
      expect(opened.map(({ detail }) => detail)).toEqual(['machine', undefined, undefined]);
      const { opened: opens, clicked } = (await running().api().metrics('?days=1')).totals;
      expect([opens, clicked]).toEqual([1, 1]);
    });
  });

  test('a tracked mail needs one recipient', async () => {
    const email = { ...newsletter('a@lists.test'), kind: 'receipt', track: { opens: true } };
    const body = { ...email, from: `ada@${running().tenant.domain.name}`, cc: 'b@lists.test' };
    const answer = await running().api().request<{ error: { code: string } }>('POST', '/emails', { body });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_error']);
  });
}
