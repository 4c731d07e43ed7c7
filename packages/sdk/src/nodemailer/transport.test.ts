import nodemailer from 'nodemailer';
import { Postrider } from '../postrider';
import { FakePostrider } from '../testing';
import { postriderTransport } from './index';

const fake = new FakePostrider();
const mailer = nodemailer.createTransport(postriderTransport(fake.options));
afterEach(() => fake.clear());

const requests = () => fake.emails.map(({ request }) => request);

test('a mail of Nodemailer becomes an email, with the envelope deciding who gets it', async () => {
  const info = await mailer.sendMail({
    from: '"Ada, \\"Countess\\"" <ada@example.com>',
    to: ['Grace <grace@example.com>', 'mary@example.com'],
    cc: 'hedy@example.com',
    bcc: 'secret@example.com',
    replyTo: 'answers@example.com',
    subject: 'Grüße',
    text: 'text',
    html: '<p>html</p>',
    headers: { 'X-Order': '17', 'Message-ID': '<mine@example.com>' },
    inReplyTo: '<before@example.com>',
    priority: 'high',
    attachments: [
      { filename: 'a.txt', content: 'as text' },
      { filename: 'b.png', content: Buffer.from([1, 2, 3]), cid: 'logo' },
    ],
  });
  expect(requests()).toEqual([
    {
      from: '"Ada, \\"Countess\\"" <ada@example.com>',
      to: ['"Grace" <grace@example.com>', 'mary@example.com'],
      cc: ['hedy@example.com'],
      bcc: ['secret@example.com'],
      reply_to: 'answers@example.com',
      subject: 'Grüße',
      text: 'text',
      html: '<p>html</p>',
      headers: {
        'X-Order': '17',
        'in-reply-to': '<before@example.com>',
        'X-Priority': '1',
        Importance: 'high',
      },
      attachments: [
        { filename: 'a.txt', content: Buffer.from('as text').toString('base64'), content_type: 'text/plain' },
        { filename: 'b.png', content: 'AQID', content_type: 'image/png', content_id: 'logo' },
      ],
    },
  ]);
  const id = fake.emails[0]?.email.id;
  expect(info).toMatchObject({
    messageId: id,
    response: `queued as ${id}`,
    accepted: ['grace@example.com', 'mary@example.com', 'hedy@example.com', 'secret@example.com'],
    rejected: [],
  });
});

test('an envelope of its own hides whom it does not name', async () => {
  const mail = { from: 'a@example.com', to: 'list@example.com', subject: 's', text: 't' };
  await mailer.sendMail({
    ...mail,
    envelope: { from: 'a@example.com', to: ['b@example.com', 'c@example.com'] },
  });
  expect(requests()).toMatchObject([{ to: ['b@example.com', 'c@example.com'], hide_recipients: true }]);
});

test('the same Message-ID twice is one email', async () => {
  const mail = {
    from: 'a@example.com',
    to: 'b@example.com',
    subject: 's',
    text: 't',
    messageId: '<one@example.com>',
  };
  const [first, second] = [await mailer.sendMail(mail), await mailer.sendMail(mail)];
  expect(second.messageId).toBe(first.messageId);
  expect(fake.emails).toHaveLength(1);
});

test('an invitation goes as the entity that it is', async () => {
  const icalEvent = { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' };
  await mailer.sendMail({
    from: 'a@example.com',
    to: 'b@example.com',
    subject: 'ü',
    text: 'kömm',
    icalEvent,
  });
  const { mime = '', text, subject } = requests()[0] ?? {};
  const entity = Buffer.from(mime, 'base64').toString();
  expect(entity).toMatch(/^Content-Type: multipart\/mixed;\s+boundary=.*\r\n\r\n/i);
  expect(entity).toContain('text/calendar');
  expect(entity.split('\r\n\r\n')[0]).not.toMatch(/^(from|to|subject|date|message-id|mime-version):/im);
  expect([text, subject]).toEqual([undefined, 'ü']);
});

test('fields that Nodemailer has no name for, and those that cannot be sent', async () => {
  const mail = { from: 'a@example.com', to: 'b@example.com', subject: 's', text: 't' };
  await mailer.sendMail({ ...mail, postrider: { tags: [{ name: 'order', value: '17' }] } } as object);
  expect(requests()[0]?.tags).toEqual([{ name: 'order', value: '17' }]);
  await expect(mailer.sendMail({ ...mail, replyTo: ['b@example.com', 'c@example.com'] })).rejects.toThrow(
    'replyTo',
  );
  await expect(
    mailer.sendMail({ envelope: { from: 'a@b.c', to: 'd@e.f' }, raw: 'From: a@b.c\r\n\r\nx' }),
  ).rejects.toThrow('raw');
});

test('a client can be handed over, and its errors come through', async () => {
  const client = new Postrider({ ...fake.options, maxRetries: 0 });
  const own = nodemailer.createTransport(postriderTransport({ client }));
  fake.fail({ status: 403, code: 'sending_paused' });
  const mail = { from: 'a@example.com', to: 'b@example.com', subject: 's', text: 't' };
  await expect(own.sendMail(mail)).rejects.toMatchObject({ name: 'PermissionError', code: 'sending_paused' });
});

test('recipients that are only in Cc become those in To, which the API requires', async () => {
  await mailer.sendMail({ from: 'ada@example.com', cc: 'hedy@example.com', subject: 'Hi', text: 'Hi.' });
  expect(requests()).toMatchObject([{ to: ['hedy@example.com'] }]);
});
