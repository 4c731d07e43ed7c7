export * from './inbound';
