import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { RequestError } from '../api/request-error';
import { texts } from '../texts/texts';
import { errorSentence } from './error-sentence';

/** Where they are shown. */
export function Toasts() {
  return <Notifications position="bottom-right" />;
}

export function showMessage(message: string): void {
  notifications.show({ message, color: 'teal', withBorder: true });
}

export function showError(error: unknown): void {
  // What only an administrator can find out.
  const id =
    error instanceof RequestError && error.status >= 500 && error.requestId !== null
      ? ` (${texts.errors.requestId} ${error.requestId})`
      : '';
  // What the console itself says needs no other words.
  const text =
    error instanceof Error && !(error instanceof RequestError) ? error.message : errorSentence(error);
  notifications.show({
    ...{ message: text + id, color: 'red', withBorder: true, autoClose: 10_000 },
  });
}
