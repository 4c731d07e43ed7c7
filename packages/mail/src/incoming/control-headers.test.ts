import { replyTo, sendOf, withControls } from './incoming-mail.fixture';

describe('control headers', () => {
  it('become fields of the request and never reach a recipient', async () => {
    const send = await sendOf(
      withControls(
        'X-Postrider-Idempotency-Key: key-1',
        'X-Postrider-Tag: plan = pro=1',
        'X-Postrider-Tag: team=blue',
        'X-Postrider-Tag: campaign:spring:1',
        'X-Postrider-Metadata-OrderId: =?utf-8?Q?4711_=C3=BC?=',
        'X-Postrider-Kind: invoice.paid',
        'X-Postrider-Track-Opens: true',
        'X-Postrider-Track-Clicks: no',
        'X-Postrider-Scheduled-At: 2026-12-01T10:00:00+01:00',
        'X-Postrider-Unknown: 1',
      ),
    );
    expect(send).toMatchObject({
      idempotency_key: 'key-1',
      tags: [
        { name: 'plan', value: 'pro=1' },
        { name: 'team', value: 'blue' },
        { name: 'campaign', value: 'spring:1' },
      ],
      metadata: { OrderId: '4711 ü' },
      kind: 'invoice.paid',
      track: { opens: true, clicks: false },
      scheduled_at: '2026-12-01T10:00:00+01:00',
    });
    expect(send.headers).toBeUndefined();
  });

  it('of other services are understood', async () => {
    const send = await sendOf(
      withControls(
        'Resend-Idempotency-Key: key-2',
        'X-PM-Tag: welcome',
        'X-PM-Metadata-color: red',
        'X-SES-MESSAGE-TAGS: a=1,, b=2, ',
        'X-Mailgun-Tag: news',
      ),
    );
    expect(send.idempotency_key).toBe('key-2');
    expect(send.metadata).toEqual({ color: 'red' });
    expect(send.tags?.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'tag=welcome',
      'a=1',
      'b=2',
      'tag=news',
    ]);
    expect(send.headers).toBeUndefined();
  });

  it('a template replaces subject and bodies', async () => {
    const send = await sendOf(
      withControls('X-Postrider-Template: welcome', 'X-Postrider-Template-Data: {"name":"Ada"}'),
    );
    expect(send.template).toEqual({ slug: 'welcome', data: { name: 'Ada' } });
    expect(['subject', 'text', 'html'].some((field) => field in send)).toBe(false);
    const byId = await sendOf(withControls('X-Postrider-Template: 019A8F00-1234-7abc-8def-0123456789ab'));
    expect(byId.template).toEqual({ id: '019A8F00-1234-7abc-8def-0123456789ab' });
  });

  it.each([
    'X-Postrider-Tag: no separator',
    'X-Postrider-Track-Opens: maybe',
    'X-Postrider-Template-Data: {"name":"Ada"}',
    'X-Postrider-Template-Data: {oops',
    'X-Postrider-Template-Data: [1]',
  ])('%s is refused', async (line) => {
    expect(await replyTo(withControls(line))).toBe('550 5.6.0');
  });
});
