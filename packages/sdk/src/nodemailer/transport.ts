import { base64 } from '../emails/attachments';
import type { SendEmail, SendEmailFields } from '../emails/email';
import type { SendEmailResponse } from '../generated/schemas';
import type { Answer } from '../http/call';
import { Postrider, type PostriderOptions } from '../postrider';
import { version } from '../version';
import { contentOf, needsEntity, toEmail, type MailData } from './mail';

export type { MailFields } from './mail';

/** Result of `sendMail`: the fields that frameworks read, and the response of the API. */
export interface SentInfo {
  readonly envelope: { readonly from: string | false; readonly to: readonly string[] };
  /** Id of the email. The Message-ID is assigned when it is sent. */
  readonly messageId: string;
  readonly accepted: readonly string[];
  /** Suppressed recipients, which get no email. */
  readonly rejected: readonly string[];
  readonly response: string;
  readonly email: Answer<SendEmailResponse>;
}

/** The part of Nodemailer's message that a transport needs. */
interface Mail {
  readonly data: object;
  readonly message: {
    getEnvelope(): { from: string | false; to: string[] };
    build(): Promise<Uint8Array>;
  };
  normalize(done: (error: Error | null, data: object) => void): void;
}

export interface PostriderTransport {
  readonly name: string;
  readonly version: string;
  send(mail: Mail, done: (error: Error | null, info: SentInfo) => void): void;
}

/** For `nodemailer.createTransport(postriderTransport({ apiKey, baseUrl }))`. */
export function postriderTransport(
  options: PostriderOptions | { readonly client: Postrider },
): PostriderTransport {
  const client = 'client' in options ? options.client : new Postrider(options);
  return {
    name: 'Postrider',
    version,
    send: (mail, done) => {
      sendMail(client, mail).then(
        (info) => done(null, info),
        (error: unknown) => done(error as Error, undefined as never),
      );
    },
  };
}

async function sendMail(client: Postrider, mail: Mail): Promise<SentInfo> {
  const { messageId } = mail.data as { messageId?: string };
  const envelope = mail.message.getEnvelope();
  const data = await normalized(mail);
  const content: Partial<SendEmailFields> = needsEntity(data)
    ? { mime: base64(entityOf(await mail.message.build())) }
    : contentOf(data);
  // A caller that names the message and sends it again means the same message.
  const options = messageId === undefined ? {} : { idempotencyKey: messageId.slice(0, 256) };
  // The API says what is missing.
  const written = { ...toEmail(data, envelope.to), ...content } as SendEmail;
  const email = await client.emails.send(written, options);
  const rejected = email.suppressed ?? [];
  return {
    envelope,
    messageId: email.id,
    accepted: envelope.to.filter((address) => !rejected.includes(address)),
    rejected,
    response: `queued as ${email.id}`,
    email,
  };
}

function normalized(mail: Mail): Promise<MailData> {
  return new Promise((resolve, reject) => {
    mail.normalize((error, data) => {
      if (error) reject(error);
      else resolve(data);
    });
  });
}

/** Of a whole message its entity: the Content-* fields of its header, and its body. */
function entityOf(message: Uint8Array): Uint8Array {
  // One character for each byte, both ways.
  const text = Array.from(message, (byte) => String.fromCharCode(byte)).join('');
  const end = text.indexOf('\r\n\r\n');
  const fields = text.slice(0, end).split(/\r\n(?![ \t])/);
  const entity = fields.filter((field) => /^content-/i.test(field)).join('\r\n') + text.slice(end);
  return Uint8Array.from(entity, (character) => character.charCodeAt(0));
}
