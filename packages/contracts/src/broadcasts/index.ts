export * from './broadcast';
export * from './broadcast-content';
export * from './broadcast-resource';
export * from './broadcast-waiting';
