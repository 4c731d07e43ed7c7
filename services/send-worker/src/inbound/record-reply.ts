import type { InboundHandler } from './inbound-handler';

export function createReplyHandler(): InboundHandler<null> {
  return {
    prepare: () => Promise.resolve(null),
    record: () => Promise.resolve({ result: 'reply' }),
  };
}
