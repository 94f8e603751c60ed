import { z } from 'zod'
import { languages } from '~/model/languages'
import { linkTypes, longestPassword } from '~/model/onboarding'
import { pathPart, textUpTo } from '~/server/platform/http/route-schemas'

export const keyLink = z.object({ type: pathPart, hash: pathPart })

export const linkFacts = z.object({
  type: z.enum(linkTypes),
  email: z.string().optional(),
  lang: z.enum(languages).optional(),
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  company: z.string().optional(),
  group: z.string().optional(),
  host: z.string().optional(),
  known: z.boolean().optional(),
  passkeys: z.int().optional().meta({ description: 'Of a reset: that sign in without the password' }),
  secondFactor: z.boolean().optional().meta({ description: 'Of a reset, which leaves it on' }),
})

/** Maximum length of a name as sent; that of the field counts after trimming. */
const MAX_NAME = 200

/** What is entered on the page of a link. */
export const linkAnswers = z
  .object({
    firstname: textUpTo(MAX_NAME),
    lastname: textUpTo(MAX_NAME),
    password: z
      .unknown()
      .meta({ type: 'string', maxLength: longestPassword, description: 'OB6 tells why one is refused' }),
    termsAgreement: z.number('invalid'),
    removePasskeys: z.boolean('invalid').meta({ description: 'With a reset' }),
  })
  .partial()
  .meta({
    example: {
      firstname: 'Grace',
      lastname: 'Hopper',
      password: 'a long sentence of mine',
      termsAgreement: 1,
    },
  })

export type Answers = z.output<typeof linkAnswers>
