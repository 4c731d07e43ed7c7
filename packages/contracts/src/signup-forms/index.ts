export * from './signup-form';
