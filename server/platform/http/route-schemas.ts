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

/** Maximum length of codes, passwords, tokens and signatures, in UTF-16 units. */
const MAX_TEXT = 2000

/**
 * Text of a request. Every one has a maximum: a longer text aborts the validation before an expression, a normalization, a
 * hash or SQL reads it. The messages are field codes.
 */
export const textUpTo = (max: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'required' : 'invalid') })
    .max(max, { error: 'too_long', abort: true })

/** A text that must be sent. */
export const requiredText = textUpTo(MAX_TEXT)

/** A text that may be missing, which is the same as empty. */
export const optionalText = textUpTo(MAX_TEXT)
  .nullish()
  .transform(text => text ?? '')

/** A part of an address: a uid, a name, a key. Fastify limits it as well (`maxParamLength`). */
export const pathPart = textUpTo(300)

/** A reference to a company, as a parameter. */
export const companyRef = pathPart.regex(/^companies\/\w+$/)

/** A response without content beyond its status. */
export const done = z.object({})

/** Any number of results, and how many there are in all. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ results: z.array(item), meta: z.object({ count: z.int() }) })

/** A link to a record, with its display name. */
export const link = z.object({ ref: z.string(), label: z.string() }).meta({ id: 'Link' })

export const uidParams = z.object({ uid: pathPart })

/** A response that is no JSON: a page, a file, a stream. */
export const contentOf = (type: string) => ({ description: type, content: { [type]: { schema: z.any() } } })

/** Summary and schemas of a route; its access is declared in `config`. */
export const describe = <S extends FastifySchema>(summary: string, schema: S) => ({ ...schema, summary })
