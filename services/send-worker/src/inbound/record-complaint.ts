import type { InboundHandler } from './inbound-handler';

export function createComplaintHandler(): InboundHandler<null> {
  return {
    prepare: () => Promise.resolve(null),
    record: () => Promise.resolve({ result: 'complaint' }),
  };
}
