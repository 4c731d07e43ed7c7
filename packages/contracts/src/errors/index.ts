export * from './app-error';
export * from './error-body';
export * from './error-catalogue';
export * from './validation-message';
