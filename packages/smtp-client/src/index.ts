export { connectSmtp, hostOfPeer } from './connect';
export {
  checkDirectDelivery,
  type CheckedSource,
  type DirectDeliveryFinding,
  type DirectDeliveryOptions,
} from './direct-delivery';
export { parseRoutes, RouteError, type Route, type RouteTable, type SmartHostRoute } from './delivery-routes';
export { failureText, SmtpConnectionError } from './connection-error';
export type {
  CertificateCheck,
  ConnectOptions,
  ConnectResult,
  Credentials,
  TlsaRecord,
  TlsFailure,
  TlsRequirement,
} from './connect-options';
export { checkReverseName, reversedAddress, reverseZoneName } from './reverse-name';
export { replyLine, type ServerReply } from './reply';
export type {
  Extensions,
  MailSession,
  RecipientAnswer,
  SmtpCommand,
  TlsState,
  Transaction,
  TransactionResult,
} from './session';
export { defaultSmtpTimeouts, smtpTimeoutsUpTo, type SmtpTimeouts } from './timeouts';
