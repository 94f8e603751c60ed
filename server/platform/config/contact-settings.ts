import { z } from 'zod'

/** RFC 9116 takes addresses of e-mail with their scheme; people type them without. */
const contact = z
  .string()
  .transform(value => (/^[^\s:@]+@[^\s:@]+$/.test(value) ? `mailto:${value}` : value))
  .pipe(z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/i))
  .optional()

/** The contact for vulnerabilities of this installation, in the shape of `server/platform/config/config.ts`. */
export const contactSettings = {
  SECURITY_CONTACT: {
    schema: contact,
    takes: 'an e-mail address, or an address that begins with https:, mailto: or tel:',
  },
} as const
