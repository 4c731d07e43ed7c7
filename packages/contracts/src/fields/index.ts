export * from './display-name';
export * from './iso-time';
export * from './page';
export * from './query-number';
export * from './sample';
export * from './text';
