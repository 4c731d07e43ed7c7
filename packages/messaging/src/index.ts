export { connectBroker, openBroker, type Broker, type QueueDepth } from './rabbitmq/broker';
export type { Consumer, ConsumerOptions, MessageOf } from './rabbitmq/consumers';
export type { PublishDetail } from './rabbitmq/message-format';
export type { Publisher } from './rabbitmq/publisher';
export { deadLetterQueueOf, queueNames } from './rabbitmq/topology';
export {
  createRedis,
  openRedis,
  runScript,
  type RedisClient,
  type RedisOptions,
  type RedisScript,
  readEvictionPolicies,
} from './redis/redis-client';
export { privateJob, type PrivateJob, type RepeatedJob, type Repetition } from './redis/private-jobs';
export {
  createPrivateQueue,
  type PrivateQueue,
  type PrivateQueueOptions,
  type DelayedJob,
} from './redis/private-queue';
export { openDeadLetters, type DeadLetter, type DeadLetters } from './dead-letters/dead-letters';
