export { postriderTransport, type MailFields, type PostriderTransport, type SentInfo } from './transport';
