export * from './transports';
