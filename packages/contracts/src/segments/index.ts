export * from './segment';
export * from './segment-condition';
export * from './segment-preview';
