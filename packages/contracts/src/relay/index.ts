export * from './relayed-mails';
