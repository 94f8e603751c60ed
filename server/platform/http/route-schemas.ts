import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** The HTTP server as routes are added to it: a route's zod schemas type its request and its response. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** A text that must be sent; the messages are field codes. */
export const requiredText = z.string({ error: ({ input }) => (input === undefined ? 'required' : 'invalid') })

/** A text that may be missing, which is the same as empty. */
export const optionalText = z
  .string('invalid')
  .nullish()
  .transform(text => text ?? '')

/** A response without content beyond its status. */
export const done = z.object({})

/** Any number of results, and how many there are in all. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ results: z.array(item), meta: z.object({ count: z.int() }) })

/** A link to a record, with its display name. */
export const link = z.object({ ref: z.string(), label: z.string() }).meta({ id: 'Link' })

export const uidParams = z.object({ uid: z.string() })

/** A response that is no JSON: a page, a file, a stream. */
export const contentOf = (type: string) => ({ description: type, content: { [type]: { schema: z.any() } } })

/** What a route does and what it takes and responds; its access is declared beside, in `config`. */
export const describe = <S extends FastifySchema>(summary: string, schema: S) => ({ ...schema, summary })
