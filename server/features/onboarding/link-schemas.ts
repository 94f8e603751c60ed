import { z } from 'zod'
import { languages } from '~/model/languages'
import { linkTypes } from '~/model/onboarding'

export const keyLink = z.object({ type: z.string(), hash: z.string() })

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
})

/** What is entered on the page of a link. */
export const linkAnswers = z
  .object({
    firstname: z.string('invalid'),
    lastname: z.string('invalid'),
    password: z.unknown().meta({ type: 'string', description: 'OB6 tells why one is refused' }),
    termsAgreement: z.number('invalid'),
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
