export * from './deliverability';
