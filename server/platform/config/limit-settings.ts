import { isIP } from 'node:net'
import { z } from 'zod'

/** From a quarter of an hour on. */
const hours = (most: number) => z.coerce.number().min(0.25).max(most)

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const networks = ['loopback', 'linklocal', 'uniquelocal']

/** An IP address, or a CIDR range such as `10.0.0.0/8`. */
export const isAddressRange = (text: string) => {
  const [address = '', bits, ...more] = text.split('/')
  const width = isIP(address) === 6 ? 128 : 32
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width)
  return isIP(address) !== 0 && isRange && more.length === 0
}

/** An address, a range, or the name of one. */
const isNetwork = (text: string) => networks.includes(text) || isAddressRange(text)

/** The proxies whose X-Forwarded-For is trusted, as Fastify's `trustProxy` option. */
type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

const hops = z
  .string()
  .regex(/^\d$/)
  .transform((count): TrustProxy => {
    const most = Number(count)
    // Fastify ignores the header if it is given the number itself.
    return most === 0 ? false : (_address, hop) => hop < most
  })

const proxies = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(parts => parts.every(isNetwork))
  .transform((parts): TrustProxy => parts)

/** Settings for request limits and trusted proxies, in the shape of `server/platform/config/config.ts`. */
export const limitSettings = {
  TRUST_PROXY: {
    schema: z.union([hops, proxies]).default(false),
    takes:
      'how many reverse proxies stand before the server (0 to 9), or their addresses separated by commas, such as 10.0.0.0/8,loopback',
  },
  REQUEST_SECONDS: {
    schema: whole(1, 3600).default(60),
    takes: 'seconds from 1 to 3600 that a request may take',
  },
  BODY_SECONDS: {
    schema: whole(1, 3600).default(30),
    takes: 'seconds from 1 to 3600 within which the body of a request must arrive',
  },
  UPLOAD_IDLE_SECONDS: {
    schema: whole(1, 3600).default(60),
    takes: 'seconds from 1 to 3600 that an upload may send nothing',
  },
  HEADER_SECONDS: {
    schema: whole(1, 3600).default(15),
    takes: 'seconds from 1 to 3600 within which the headers of a request must arrive',
  },
  DRAIN_SECONDS: {
    schema: whole(0, 300).default(0),
    takes:
      'seconds from 0 to 300 between the signal to stop and the end, in which proxies turn to other servers',
  },
  SESSION_HOURS: {
    schema: hours(8784).default(720),
    takes: 'hours from 0.25 to 8784 after which a session ends, whatever its use',
  },
  SESSION_IDLE_HOURS: {
    schema: hours(8784).default(168),
    takes: 'hours from 0.25 to 8784 without use after which a session ends',
  },
  MAILS_PER_HOUR: {
    schema: whole(1, 1_000_000).default(500),
    takes: 'e-mails from 1 to 1000000 that the people of a company may cause in an hour',
  },
} as const
