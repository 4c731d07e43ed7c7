import amqp from 'amqplib';
import { emailEventsExchange } from '@postrider/contracts';
import { sentEvent } from '../events';
import type { System } from '../../system/system';

const inFlightMax = 1_000;

/** Puts events into the queues of the services that stand ready, as send-worker would; returns when all are in. */
export async function publishEvents({ context, tenant }: System, count: number): Promise<void> {
  const connection = await amqp.connect(context.amqpUrl);
  const channel = await connection.createConfirmChannel();
  const owner = { organizationId: tenant.organization.id, domainId: tenant.domain.id };
  for (let index = 1; index <= count; index += 1) {
    const event = sentEvent(owner);
    channel.publish(emailEventsExchange, event.type, Buffer.from(JSON.stringify(event)), {
      persistent: true,
      contentType: 'application/json',
    });
    if (index % inFlightMax === 0) await channel.waitForConfirms();
  }
  await channel.waitForConfirms();
  await connection.close();
}
