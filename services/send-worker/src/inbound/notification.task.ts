import { readSendgridEvents, readSesNotification, type ProviderReading } from '@postrider/mail';

/** What a provider posted; null: it is no notification. */
export function readNotificationInThread({
  source,
  raw,
}: {
  readonly source: 'ses' | 'sendgrid';
  readonly raw: Uint8Array;
}): Promise<ProviderReading> {
  return Promise.resolve(source === 'ses' ? readSesNotification(raw) : readSendgridEvents(raw));
}
