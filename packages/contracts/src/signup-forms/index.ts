export * from './signup-form';
export * from './signup-request-counts';
