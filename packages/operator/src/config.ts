import {
  amqpSetting,
  databaseSetting,
  masterKeySettings,
  parseSettings,
  redisSetting,
} from '@postrider/runtime';
import { z } from 'zod';

export function databaseSettings(): { DATABASE_URL: string } {
  return parseSettings(z.object(databaseSetting), process.env);
}

export function redisSettings(): { REDIS_URL: string } {
  return parseSettings(z.object(redisSetting), process.env);
}

export function amqpSettings(): { AMQP_URL: string } {
  return parseSettings(z.object(amqpSetting), process.env);
}

export function masterKeys(): { masterKey: Buffer; previousKeys: readonly Buffer[] } {
  const { MASTER_KEY, MASTER_KEYS_PREVIOUS } = parseSettings(z.object(masterKeySettings), process.env);
  return { masterKey: MASTER_KEY, previousKeys: MASTER_KEYS_PREVIOUS };
}
