export * from './saved-block';
