import type { ArrivedMail } from './arrived-mail';
import type { MailAddresses } from './mail-lines';

/** A message as mail programs write it, and what its recipient must find. */
export interface RealMessage {
  readonly name: string;
  write(addresses: MailAddresses): Buffer;
  /** One line of the table: how it arrives, or the reply that refuses it. */
  readonly arrives: string;
  /** Whether everything that `arrives` says is so: pairs of what was found and what was sent. */
  readonly found?: (mail: ArrivedMail) => readonly (readonly [found: unknown, sent: unknown])[];
}
