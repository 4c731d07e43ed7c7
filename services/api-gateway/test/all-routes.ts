import { createDomainFeature } from '../src/domains/domain-feature';
import { sendRoutes } from '../src/emails/emails.routes';
import type { Route } from '../src/http/route';
import { resourceRoutes } from '../src/resource-routes';

/** Every route with nothing behind it: to be read, not called. */
export function allRoutes(): Route[] {
  return [
    ...sendRoutes(nothing()),
    ...createDomainFeature(nothing()).routes,
    ...resourceRoutes(nothing<Parameters<typeof resourceRoutes>[0]>()),
  ];
}

/** What is looked at while routes are made. */
const lookedAt: Readonly<Record<PropertyKey, unknown>> = {
  ...{ dnsServers: [], masterKey: Buffer.alloc(32), deadlines: {} },
};

/** Stands for whatever is only passed on: its members, and what it returns, are the same again. */
function nothing<T>(): T {
  const self: unknown = new Proxy(() => self, { get: (_target, name) => lookedAt[name] ?? self });
  return self as T;
}
