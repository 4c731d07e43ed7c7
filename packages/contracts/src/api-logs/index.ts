export * from './api-log';
