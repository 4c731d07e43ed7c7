import { providerNames, type ProviderName } from './catalogue';

/** How a transport hands mail over: to MX hosts, to a smart host, to a provider. */
export type TransportKind = 'mx' | 'smtp' | ProviderName;

export const transportKinds: readonly TransportKind[] = ['mx', 'smtp', ...providerNames];

/** Transports that settings define: `smtp` by DELIVERY_ROUTES, `mx` always, a provider where its settings are. */
export function isBuiltInTransport(name: string): name is TransportKind {
  return (transportKinds as readonly string[]).includes(name);
}
