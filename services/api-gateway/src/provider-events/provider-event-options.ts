import { createHttpClient } from '@postrider/http-client';
import { createHostResolver } from '@postrider/runtime';
import type { Settings } from '../config';
import { readSendgridKey } from './authenticate-sendgrid';
import type { ProviderEventOptions } from './provider-events-listener';

const connectTimeoutMs = 5_000;
const connectionsPerOriginMax = 2;

export function providerEventOptions(settings: Settings): ProviderEventOptions {
  const { SES_EVENT_TOPICS: sesTopics, SENDGRID_WEBHOOK_KEY: key, DNS_SERVERS } = settings;
  return {
    sesTopics,
    sendgridKey: key === '' ? null : readSendgridKey(key),
    httpClient: createHttpClient({
      resolve: createHostResolver(DNS_SERVERS),
      connectTimeoutMs,
      connectionsPerOriginMax,
    }),
  };
}
