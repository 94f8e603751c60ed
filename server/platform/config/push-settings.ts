import { z } from 'zod'

const key = (length: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${length}}$`))
    .optional()

const hosts = z
  .string()
  .regex(/^[\w.-]+(,[\w.-]+)*$/)
  .transform(value => value.toLowerCase().split(','))
  .optional()

/** Settings for Web Push, in the shape of `server/platform/config/config.ts`. */
export const pushSettings = {
  PUSH_PUBLIC_KEY: {
    schema: key(87),
    takes: 'the public key that `npx web-push generate-vapid-keys` prints',
  },
  PUSH_PRIVATE_KEY: {
    schema: key(43),
    takes: 'the private key that `npx web-push generate-vapid-keys` prints',
  },
  PUSH_SERVICES: {
    schema: hosts,
    takes: 'names of hosts separated by commas: push services beside those of the browsers’ makers',
  },
} as const

type PushSettings = {
  readonly PUSH_PUBLIC_KEY?: string | undefined
  readonly PUSH_PRIVATE_KEY?: string | undefined
}

/** Validates the combination of settings; returns messages. */
export const pushProblems = ({ PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY }: PushSettings): string[] =>
  (PUSH_PUBLIC_KEY === undefined) === (PUSH_PRIVATE_KEY === undefined)
    ? []
    : ['PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are refused: each takes the other.']
