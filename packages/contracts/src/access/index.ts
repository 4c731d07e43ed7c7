export * from './principal';
export * from './roles';
