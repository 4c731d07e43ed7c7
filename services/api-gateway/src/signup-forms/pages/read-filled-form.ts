import { normaliseAddress, parseMailbox } from '@postrider/mail';
import type { PublicForm } from './public-forms.repository';

/** The values that a person entered into a form. */
export interface FilledForm {
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** A field that people do not see, and that browsers have nothing to fill in for; programs that fill in whatever there is give themselves away. */
export const trapField = 'subject';

const nameCharsMax = 100;

/** Null: `email` holds no address. Fields that the form does not ask for are left alone. */
export function readFilledForm(form: Pick<PublicForm, 'fields'>, posted: URLSearchParams): FilledForm | null {
  const parsed = parseMailbox((posted.get('email') ?? '').trim());
  if (!parsed.ok || parsed.mailbox.name !== null) return null;
  const { address } = parsed.mailbox;
  const name = (field: (typeof form.fields)[number]): string | null =>
    form.fields.includes(field) ? nameOf(posted.get(field)) : null;
  return {
    email: address,
    emailKey: normaliseAddress(address),
    firstName: name('first_name'),
    lastName: name('last_name'),
  };
}

/**
 * Line breaks and the like would be none of a name, and U+0000 cannot be stored. Links in names are what spam is made of. With
 * U+FFFD it came in another encoding than UTF-8: better no name in mails than a wrong one.
 */
function nameOf(text: string | null): string | null {
  const name = (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return name === '' || /:\/\/|\ufffd/.test(name) ? null : name.slice(0, nameCharsMax).trim().toWellFormed();
}
