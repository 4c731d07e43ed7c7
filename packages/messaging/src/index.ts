export { connectBroker, type Broker } from './rabbitmq/broker';
export type { Consumer, EachOptions } from './rabbitmq/consume-each';
export type { BatchOptions } from './rabbitmq/consume-batches';
export type { Delivery, DeliveryOf } from './rabbitmq/delivery';
export type { PublishDetail } from './rabbitmq/message-format';
export type { Publisher } from './rabbitmq/publisher';
export type { QueueDepth } from './rabbitmq/queue-depth';
export { deadLetterQueueOf, queueNames } from './rabbitmq/topology';
export {
  createRedis,
  pingRedis,
  runScript,
  type RedisClient,
  type RedisOptions,
  type RedisScript,
} from './redis/redis-client';
export { privateJob, type PrivateJob, type RepeatedJob, type Repetition } from './redis/private-job';
export {
  createPrivateQueue,
  type PrivateQueue,
  type PrivateQueueOptions,
  type WakeUp,
} from './redis/private-queue';
export { openDeadLetters, type DeadLetter, type DeadLetters } from './dead-letters/dead-letters';
