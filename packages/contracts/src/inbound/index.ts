export * from './conversation';
export * from './inbound';
export * from './reply';
