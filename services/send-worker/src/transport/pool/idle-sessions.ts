import type { DeliverySession } from './delivery-session';

/** Open connections of a site that carry nothing at the moment. Each leaves after its time, or when it is taken. */
export interface IdleSessions {
  readonly size: number;
  add(session: DeliverySession, hostsKey: string): void;
  /** The most recently used one to these hosts; those that the server has closed are destroyed. */
  take(hostsKey: string): DeliverySession | undefined;
  /** The one that has been idle for the longest time, to whatever hosts. */
  takeOldest(): DeliverySession | undefined;
  takeAll(): readonly DeliverySession[];
}

interface Idle {
  readonly session: DeliverySession;
  readonly hostsKey: string;
  readonly timer: NodeJS.Timeout;
}

export function createIdleSessions(options: {
  readonly timeoutMs: number;
  /** It has been idle for that long, and is no longer here. */
  readonly onTimeout: (session: DeliverySession) => void;
}): IdleSessions {
  let idle: Idle[] = [];
  const remove = (index: number): DeliverySession | undefined => {
    const [found] = idle.splice(index, 1);
    clearTimeout(found?.timer);
    return found?.session;
  };
  return {
    get size() {
      return idle.length;
    },
    add: (session, hostsKey) => {
      const timer = setTimeout(() => {
        idle = idle.filter((each) => each.session !== session);
        options.onTimeout(session);
      }, options.timeoutMs);
      idle.push({ session, hostsKey, timer });
    },
    take: (hostsKey) => {
      for (;;) {
        const index = idle.findLastIndex((each) => each.hostsKey === hostsKey);
        const session = index < 0 ? undefined : remove(index);
        if (session === undefined || session.isReusable()) return session;
        session.destroy();
      }
    },
    takeOldest: () => remove(0),
    takeAll: () => {
      for (const { timer } of idle) clearTimeout(timer);
      return idle.splice(0).map(({ session }) => session);
    },
  };
}
