import { providers, type ProviderName, type ProviderReading } from '@postrider/providers';

/** The events that a provider posted; null: not a notification. */
export function readNotificationInThread({
  source,
  raw,
}: {
  readonly source: ProviderName;
  readonly raw: Uint8Array;
}): Promise<ProviderReading> {
  return Promise.resolve(providers[source].read(raw));
}
