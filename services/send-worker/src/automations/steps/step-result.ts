import type { Branch } from '@postrider/audiences';
import type { TakenStep } from '../record-steps';

/** The result of the current step. */
export type StepResult =
  /** The run goes on behind it. */
  | ({ readonly kind: 'taken'; readonly branch?: Branch | undefined } & Partial<Omit<TakenStep, 'type'>>)
  /** It begins to wait: so long, or until the event comes. */
  | { readonly kind: 'waits'; readonly forMs: number; readonly event: string | null }
  /** It could not be taken for now, by no fault of the run. `inMs` null: with back-off. */
  | {
      readonly kind: 'later';
      readonly detail: string;
      readonly inMs: number | null;
      readonly keepsId: boolean;
    }
  /** The run ends here, as it should. */
  | { readonly kind: 'stopped'; readonly detail: string; readonly messageId?: string }
  /** The run ends here, by a mistake in what it is to do. */
  | { readonly kind: 'failed'; readonly detail: string };

/** Of a contact that was deleted: with it the run has lost its purpose. */
export const contactDeleted = { kind: 'stopped', detail: 'contact_deleted' } as const satisfies StepResult;

const detailCharsMax = 300;

/** A text from outside on one line, as a row may keep it: PostgreSQL's text cannot hold NUL. */
export function detailOf(...parts: readonly (string | number)[]): string {
  return parts
    .join(': ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, detailCharsMax);
}
