import amqp from 'amqplib';
import { emailEventsMax } from '@postrider/contracts/events';
import { emailEventsExchange } from '@postrider/contracts/queues';
import { sentEvent } from '../events';
import type { System } from '../../system/system';

const inFlightMax = 1_000;

/** Puts events into the queues of the services that stand ready, as a busy send-worker would; returns when all are in. */
export async function publishEvents({ context, tenant }: System, count: number): Promise<void> {
  const connection = await amqp.connect(context.amqpUrl);
  const channel = await connection.createConfirmChannel();
  const owner = { organizationId: tenant.organization.id, domainId: tenant.domain.id };
  for (let published = 0; published < count; published += emailEventsMax) {
    const events = Array.from({ length: Math.min(emailEventsMax, count - published) }, () =>
      sentEvent(owner),
    );
    channel.publish(emailEventsExchange, events[0]?.type ?? '', Buffer.from(JSON.stringify({ events })), {
      persistent: true,
      contentType: 'application/json',
    });
    if (published % inFlightMax === 0) await channel.waitForConfirms();
  }
  await channel.waitForConfirms();
  await connection.close();
}
