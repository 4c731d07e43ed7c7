export * from './queue-catalogue';
export * from './redis-channels';
