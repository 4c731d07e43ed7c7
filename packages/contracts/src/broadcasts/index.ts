export * from './broadcast';
export * from './broadcast-content';
export * from './broadcast-estimate';
export * from './broadcast-resource';
export * from './broadcast-waiting';
