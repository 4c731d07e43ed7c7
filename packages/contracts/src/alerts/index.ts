export * from './alert';
export * from './alert-rules';
