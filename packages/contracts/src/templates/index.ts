export * from './template';
export * from './template-uses';
export * from './template-version';
