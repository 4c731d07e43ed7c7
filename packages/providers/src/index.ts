export {
  isProviderName,
  providerNames,
  providers,
  providerSendSettings,
  providerVerifySettings,
  type ProviderName,
  type ProviderSendSettings,
  type ProviderVerifySettings,
} from './catalogue';
export type { ApiAnswer, DeliveryOutcome, ProviderApi, TransportFailure } from './calls/provider-api';
export type { ProviderEvent, ProviderReading } from './notifications/provider-event';
export type { VerifyNotification } from './notifications/verdict';
export type { Provider, ProviderUnit, SendContext } from './provider';
export { sesSettings } from './ses/options';
export { isBuiltInTransport, transportKinds, type TransportKind } from './transport-kinds';
