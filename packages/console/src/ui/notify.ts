import { notifications } from '@mantine/notifications';
import { RequestError } from '../api/request-error';
import { texts } from '../texts/texts';

/** Says that an action succeeded. */
export function notify(message: string): void {
  notifications.show({ message, color: 'teal', withBorder: true });
}

/** Says why an action failed, where the page has no place of its own for it. */
export function notifyError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const id =
    error instanceof RequestError && error.requestId ? ` (${texts.errors.requestId} ${error.requestId})` : '';
  notifications.show({ message: message + id, color: 'red', withBorder: true, autoClose: 10_000 });
}
