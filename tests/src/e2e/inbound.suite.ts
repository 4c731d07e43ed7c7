import fs from 'node:fs';
import type { SendEmailResponse } from '@postrider/contracts/emails';
import type { Conversation, InboundResource, InboundSummary } from '@postrider/contracts/inbound';
import { eventually, eventuallyPasses, platformHost } from '@postrider/testkit';
import { createTransport } from 'nodemailer';
import { bodyOf } from '../system/received-webhook';
import { copiesOf, emailThatIs, eventTypes, present, running, webhookOf } from './running-system';

/** Another mail server. */
async function deliver(to: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const transport = createTransport({
    host: running().inbound.host,
    port: running().inbound.port,
    requireTLS: true,
    tls: { ca: fs.readFileSync(running().smtp.caFile), servername: platformHost },
  });
  const mail = { from: 'grace@remote.test', to, subject: 'Re: Hello', text: 'I have it.', headers };
  const { response } = await transport.sendMail(mail).finally(() => transport.close());
  return response;
}

/** A report of another mail server or mailbox provider, as it is. */
async function report(to: string, type: 'delivery-status' | 'feedback-report', parts: readonly string[]) {
  const transport = createTransport({ ...running().inbound, ignoreTLS: true });
  const raw = [
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="B"`,
    '',
    ...parts.flatMap((part) => ['--B', part]),
    '--B--',
    '',
  ].join('\r\n');
  await transport.sendMail({ envelope: { from: '', to: [to] }, raw }).finally(() => transport.close());
}

const message = (to: string) => ({
  from: `ada@${running().tenant.domain.name}`,
  to,
  subject: 'Come back',
  text: 'Hello',
});

export function comingBack(): void {
  test('what was delivered bounces when its server reports so later, and the address gets no more', async () => {
    const to = 'moved@late.test';
    const { id } = await running().api().send(message(to));
    await emailThatIs('delivered', id);
    await report(present(copiesOf(id)[0]).from, 'delivery-status', [
      'Content-Type: text/plain\r\n\r\nIt could not be delivered.',
      `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.late.test\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such user\r\n`,
    ]);
    const email = await emailThatIs('bounced', id);
    expect(eventTypes(email)).toEqual(['queued', 'sent', 'delivered', 'bounced']);
    expect(bodyOf(await webhookOf(id, 'email.bounced')).data).toMatchObject({ bounce_type: 'hard' });
    expect((await running().api().send(message(to))).suppressed).toEqual([to]);
  });

  test('a complaint that returns the header is reported, counted, and stops mail to the address', async () => {
    const to = 'annoyed@complaining.test';
    const { id } = await running().api().send(message(to));
    await emailThatIs('delivered', id);
    const [header = ''] = present(copiesOf(id)[0]).raw.toString().split('\r\n\r\n');
    await report(`fbl@${platformHost}`, 'feedback-report', [
      'Content-Type: text/plain\r\n\r\nA complaint.',
      'Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: Loop/1\r\nVersion: 1\r\n',
      `Content-Type: message/rfc822\r\n\r\n${header}\r\n\r\nHello\r\n`,
    ]);
    await emailThatIs('complained', id);
    await webhookOf(id, 'email.complained');
    expect((await running().api().send(message(to))).suppressed).toEqual([to]);
    await eventuallyPasses(async () => {
      expect((await running().api().metrics('?days=1')).totals.complained).toBeGreaterThanOrEqual(1);
    });
  });

  test('a mail of another server is committed before it is answered, and then looked at by a worker', async () => {
    const response = await deliver(`reply@reply.${running().tenant.domain.name}`);
    const id = present(/^250 2\.0\.0 queued as ([0-9a-f-]{36})$/.exec(response)?.[1]);
    const { rows } = await running().pool.query<{ client_address: string; tls: boolean }>(
      'SELECT client_address, tls FROM inbound_spool WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ client_address: '127.0.0.1', tls: true }]);
    const isProcessed = async () => {
      const { rowCount } = await running().pool.query(
        `SELECT FROM inbound_spool WHERE id = $1 AND status = 'processed'`,
        [id],
      );
      return rowCount === 1;
    };
    await eventually(isProcessed, { what: 'the worker to look at the mail' });
  });

  test('mail for others is refused', async () => {
    await expect(deliver('victim@example.com')).rejects.toMatchObject({
      response: '550 5.1.1 No such address here',
    });
  });
}

/** A received email, once a worker has read it. */
function receivedAs(messageId: string): Promise<InboundResource> {
  const find = async () => {
    const { body: list } = await running()
      .api()
      .request<{ data: InboundSummary[] }>('GET', '/inbound?limit=5');
    for (const { id } of list.data) {
      const { body } = await running().api().request<InboundResource>('GET', `/inbound/${id}`);
      if (body.message_id === messageId) return body;
    }
    return undefined;
  };
  return eventually(find, {
    what: `the received email ${messageId}`,
  });
}

export function conversing(): void {
  test('a reply is answered in its thread, and the answer to that joins the conversation', async () => {
    const api = running().api();
    const replyAddress = `reply@reply.${running().tenant.domain.name}`;
    const { id: first } = await api.send({ ...message('grace@remote.test'), reply_to: replyAddress });
    const { message_id: firstId } = await emailThatIs('delivered', first);
    await deliver(replyAddress, {
      'Message-ID': '<1@remote.test>',
      'In-Reply-To': present(firstId ?? undefined),
    });
    const received = await receivedAs('<1@remote.test>');
    const { body } = await api.request<SendEmailResponse>('POST', `/inbound/${received.id}/reply`, {
      body: { text: 'Thank you.', quote: true },
    });
    const { message_id: ours } = await emailThatIs('delivered', body.id);
    const raw = present(copiesOf(body.id)[0]).raw.toString();
    expect(raw).toMatch(/^In-Reply-To: <1@remote\.test>\r$/m);
    expect(raw.replace(/\r\n[ \t]+/g, ' ')).toContain(`\r\nReferences: ${firstId} <1@remote.test>\r\n`);
    expect(raw).toMatch(new RegExp(`^Reply-To: ${replyAddress}\\r$`, 'm'));
    await deliver(replyAddress, {
      'Message-ID': '<2@remote.test>',
      'In-Reply-To': present(ours ?? undefined),
    });
    const again = await receivedAs('<2@remote.test>');
    expect(again.email_id).toBe(body.id);
    const conversation = await api.request<Conversation>('GET', `/inbound/${again.id}/conversation`);
    expect(conversation.body.data.map(({ id }) => id)).toEqual([first, received.id, body.id, again.id]);
  });
}
