import { amqpSetting, parseSettings } from '@postrider/runtime';
import { z } from 'zod';

export function deadLettersSettings(): { AMQP_URL: string } {
  return parseSettings(z.object(amqpSetting), process.env);
}
