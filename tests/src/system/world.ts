import {
  platformRecords,
  startDnsServer,
  startSmtpSink,
  startWebhookReceiver,
  type DnsRecord,
  type DnsServer,
  type SmtpSink,
  type SmtpSinkOptions,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '@postrider/testkit';

/** What stands around the services: the recipients' mail server, DNS, and a customer's webhook endpoint. */
export interface World {
  readonly sink: SmtpSink;
  readonly dns: DnsServer;
  readonly webhooks: WebhookReceiver;
  /** Publishes records beside those of the platform. */
  publish(records: readonly DnsRecord[]): void;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly sink?: SmtpSinkOptions;
  readonly webhooks?: WebhookReceiverOptions;
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const [sink, dns, webhooks] = await Promise.all([
    startSmtpSink(options.sink),
    startDnsServer({ zone: { records: platformRecords } }),
    startWebhookReceiver(options.webhooks),
  ]);
  return {
    sink,
    dns,
    webhooks,
    publish: (records) => dns.setZone({ records: [...platformRecords, ...records] }),
    close: async () => {
      await Promise.all([sink.close(), dns.close(), webhooks.close()]);
    },
  };
}
