import { randomBytes } from 'node:crypto';
import type { SinkMessage } from '@postrider/testkit';
import { describeMail } from './describe-mail';

/** Enough for an audit that counts tens of thousands of mails; and the memory that they may take. */
const mailsMax = 50_000;
const octetsMax = 384 * 1024 * 1024;

export interface KeptMail {
  readonly id: string;
  readonly message: SinkMessage;
  /** JSON of the mail, as `GET /email` lists it. */
  described(): Promise<Buffer>;
}

export interface KeptMails {
  add(message: SinkMessage): void;
  /** Oldest first. */
  all(): readonly KeptMail[];
  find(id: string): KeptMail | undefined;
  remove(id: string): boolean;
  clear(): void;
}

/** The newest mails, in memory: what is beyond the limits goes, oldest first. A mail is parsed when it is first read. */
export function createKeptMails(limits = { mailsMax, octetsMax }): KeptMails {
  const mails = new Map<string, KeptMail & { octets: number }>();
  let octets = 0;

  const remove = (id: string): boolean => {
    octets -= mails.get(id)?.octets ?? 0;
    return mails.delete(id);
  };
  const makeRoom = (): void => {
    for (const id of mails.keys()) {
      if (mails.size <= 1 || (mails.size <= limits.mailsMax && octets <= limits.octetsMax)) return;
      remove(id);
    }
  };
  const add = (message: SinkMessage): void => {
    const id = randomBytes(6).toString('hex');
    let json: Promise<Buffer> | undefined;
    const mail = {
      id,
      message,
      octets: message.raw.length,
      described: () => (json ??= describe()),
    };
    const describe = async (): Promise<Buffer> => {
      const described = Buffer.from(JSON.stringify(await describeMail(id, message)));
      if (mails.has(id)) {
        mail.octets += described.length;
        octets += described.length;
        makeRoom();
      }
      return described;
    };
    mails.set(id, mail);
    octets += mail.octets;
    makeRoom();
  };
  return {
    add,
    all: () => [...mails.values()],
    find: (id) => mails.get(id),
    remove,
    clear: () => {
      mails.clear();
      octets = 0;
    },
  };
}
