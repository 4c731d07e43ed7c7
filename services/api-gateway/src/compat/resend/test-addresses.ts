import { invalidField } from '@postrider/contracts';

/** `bounced@resend.dev`, `Name <delivered+label@resend.dev>` and the like: mail that Resend only simulates. */
const testAddress =
  /(?:^|<)\s*(?:delivered|bounced|complained|suppressed)(?:\+[^@<>]*)?@resend\.dev\s*>?\s*$/i;

interface Recipients {
  readonly to: unknown;
  readonly cc?: unknown;
  readonly bcc?: unknown;
}

/**
 * Mail to Resend's test addresses is test mail, also with a live key.
 * @throws AppError `validation_error` for other recipients beside them
 */
export function modeOf(emails: readonly Recipients[]): { readonly mode?: 'test' } {
  const addresses = emails
    .flatMap(({ to, cc, bcc }) => [to, cc, bcc].flat())
    .filter((each) => each !== undefined);
  const tested = addresses.filter((address) => typeof address === 'string' && testAddress.test(address));
  if (tested.length === 0) return {};
  if (tested.length === addresses.length) return { mode: 'test' };
  const text = "Resend's test addresses cannot be combined with other recipients in a request";
  throw invalidField('to', text);
}
