import { z } from 'zod'
import { isAddressRange } from './limit-settings'

/** Settings for webhooks. */
export const webhookSettings = {
  WEBHOOK_NETWORKS: {
    schema: z
      .string()
      .transform(text => text.split(',').map(part => part.trim()))
      .refine(parts => parts.every(isAddressRange))
      .default([] as string[]),
    takes:
      'internal addresses that webhooks may reach nevertheless, also without https: IP addresses or ranges separated by commas, such as 10.1.0.0/16',
  },
} as const
