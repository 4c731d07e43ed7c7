export * from './attempted-recipients';
export * from './metrics';
