import type { InboundHandler } from './inbound-handler';

export function createDmarcHandler(): InboundHandler<null> {
  return {
    prepare: () => Promise.resolve(null),
    record: () => Promise.resolve({ result: 'dmarc' }),
  };
}
