import { screenMessage, type Screening } from './screen-message';
import { readScreenedEntity } from './screened-entity';

/** A message as it is kept. */
export interface HeldMessage {
  readonly from: string;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** Base64 of the entity that is sent instead of both. */
  readonly mime: string | null;
  /** What the platform will write below it for the sender. */
  readonly footer: string | null;
}

/** The same in a thread, for what is large: takes tenths of a second where a body has megabytes. */
export const screeningTask = {
  file: require.resolve('./screening.task'),
  name: 'screenHeldMessage',
} as const;

/** @throws when its entity cannot be read */
export async function screenHeldMessage({ html, text, mime, ...mail }: HeldMessage): Promise<Screening> {
  const seen = mime === null ? { html, text } : await readScreenedEntity(Buffer.from(mime, 'base64'));
  return screenMessage({ ...mail, ...seen });
}
