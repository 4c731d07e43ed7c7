export * from './dmarc';
export * from './domain';
