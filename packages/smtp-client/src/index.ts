export { SmtpConnectionError } from './connection-error';
export type {
  CertificateCheck,
  ConnectOptions,
  ConnectResult,
  Credentials,
  SmtpTimeouts,
  TlsaRecord,
  TlsFailure,
  TlsRequirement,
} from './connect';
export { readReply, replyLine, type ServerReply } from './reply';
export type {
  Extensions,
  MailSession,
  RecipientOutcome,
  SmtpCommand,
  TlsState,
  Transaction,
  TransactionResult,
} from './session';
