export * from './broadcast';
export * from './broadcast-content';
export * from './broadcast-resource';
