import type { KeyLink, LinkFacts } from '~/model/onboarding'
import type { Onboarding, RequestOptions } from './backend'

const hasSession = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'sessionToken' in answer

const pathOf = ({ type, hash }: KeyLink) =>
  `onboarding/${encodeURIComponent(type)}/${encodeURIComponent(hash)}`

/**
 * The one-time links of a server that stores their keys itself.
 * @param call calls the API without authentication
 * @param enter takes a response that opens a session, in the format of `login`
 */
export const onboardingCalls = (
  call: (path: string, options?: RequestOptions) => Promise<unknown>,
  enter: (answer: unknown) => void,
): Onboarding => ({
  read: async link => (await call(pathOf(link))) as LinkFacts,
  complete: async (link, answers) => {
    const answer = await call(pathOf(link), { method: 'POST', json: answers })
    if (!hasSession(answer)) return false
    enter(answer)
    return true
  },
})
