export * from './segment';
export * from './segment-preview';
