export * from './key';
export * from './mint-token';
