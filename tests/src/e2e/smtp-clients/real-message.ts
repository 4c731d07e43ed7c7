import type { ArrivedMail } from './arrived-mail';
import type { Letter } from './letter';

/** A message as mail programs write it, and what its recipient must find. */
export interface RealMessage {
  readonly name: string;
  write(letter: Letter): Buffer;
  /** One line of the table: how it arrives, or the reply that refuses it. */
  readonly arrives: string;
  /** Whether everything that `arrives` says is so: pairs of what was found and what was sent. */
  readonly found?: (mail: ArrivedMail) => readonly (readonly [found: unknown, sent: unknown])[];
}
