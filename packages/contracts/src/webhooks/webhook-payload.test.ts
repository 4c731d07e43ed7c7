import { z } from 'zod';
import { emailEventTypes, type EmailEventMessage } from '../events/events';
import { emailWebhooks } from './email-webhook';
import { emailWebhookBody } from './webhook-payload';

const event: EmailEventMessage = {
  id: 'e1',
  type: 'email.bounced',
  organization_id: 'o1',
  mode: 'live',
  occurred_at: '2026-01-02T03:04:05.678Z',
  email: {
    id: 'm1',
    message_id: '<m1@d.test>',
    from: 'A <a@d.test>',
    to: ['b@e.test'],
    subject: 'Hi',
    kind: null,
    tags: [{ name: 'n', value: 'v' }],
    template: null,
    metadata: { order: '7' },
    key_id: 'k1',
    domain_id: 'd1',
  },
  recipient: 'b@e.test',
  provider: 'google',
  bounce_type: 'hard',
  detail: 'no such user',
  failure_class: 'recipient',
  next_attempt_at: '2026-01-02T03:05:00.000Z',
  reply: { host: 'mx.e.test', code: 550, text: '5.1.1 no such user' },
  url: 'https://x.test',
  blocked: false,
  machine: false,
};

describe('webhook body', () => {
  it('has the fields of the contract and leaves out what has no value', () => {
    expect(emailWebhookBody(event)).toEqual({
      type: 'email.bounced',
      created_at: '2026-01-02T03:04:05.678Z',
      data: {
        email_id: 'm1',
        message_id: '<m1@d.test>',
        mode: 'live',
        from: 'A <a@d.test>',
        to: ['b@e.test'],
        subject: 'Hi',
        recipient: 'b@e.test',
        tags: [{ name: 'n', value: 'v' }],
        metadata: { order: '7' },
        bounce_type: 'hard',
        detail: 'no such user',
        diagnosis: {
          class: 'recipient',
          actor: 'sender',
          advice: expect.stringContaining('does not exist'),
        },
        reply: { host: 'mx.e.test', code: 550, text: '5.1.1 no such user' },
      },
    });
  });

  it('shows url on clicks and bounce_type on bounces only', () => {
    const clicked = emailWebhookBody({ ...event, type: 'email.clicked' });
    expect(clicked.data).toMatchObject({ url: 'https://x.test' });
    expect(clicked.data).not.toHaveProperty('bounce_type');
  });

  it('has the next attempt of delayed events only, and nothing that an older writer did not know', () => {
    const delayed = emailWebhookBody({ ...event, type: 'email.delivery_delayed' });
    expect(delayed.data).toMatchObject({ next_attempt_at: '2026-01-02T03:05:00.000Z' });
    const { failure_class: _class, next_attempt_at: _next, ...older } = event;
    const body = emailWebhookBody({ ...older, type: 'email.delivery_delayed' });
    expect(Object.keys(body.data)).not.toEqual(expect.arrayContaining(['diagnosis']));
    expect(body.data).not.toHaveProperty('next_attempt_at');
  });

  it('wraps tags of a template send', () => {
    const template = { id: 't1', slug: 'welcome', version: 3 };
    const body = emailWebhookBody({ ...event, email: { ...event.email, template } });
    expect(body.data.tags).toEqual({ template, tags: [{ name: 'n', value: 'v' }] });
  });

  it('is what the documented schema says, with and without a template', () => {
    const template = { id: 't1', slug: 'welcome', version: 3 };
    for (const type of emailEventTypes) {
      for (const email of [event.email, { ...event.email, template }]) {
        const { shape } = emailWebhooks[type].shape.data;
        const failure_class = 'diagnosis' in shape ? event.failure_class : null;
        const reply = 'reply' in shape ? event.reply : null;
        const body = emailWebhookBody({ ...event, type, email, failure_class, reply });
        const { data, ...frame } = emailWebhooks[type].strict().shape;
        expect(z.strictObject({ ...frame, data: z.strictObject(data.shape) }).parse(body)).toEqual(body);
      }
    }
  });
});
