import type { InboundHandler } from './inbound-handler';

export function createBounceHandler(): InboundHandler<null> {
  return {
    prepare: () => Promise.resolve(null),
    record: () => Promise.resolve({ result: 'bounce' }),
  };
}
