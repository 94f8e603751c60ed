import type { KeyLink, LinkFacts } from '~/model/onboarding'
import type { Onboarding, RequestOptions } from './backend'

const hasSession = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'sessionToken' in answer

const pathOf = ({ type, hash }: KeyLink) =>
  `onboarding/${encodeURIComponent(type)}/${encodeURIComponent(hash)}`

/**
 * The calls of one-time links, on a server that stores their keys itself.
 * @param call calls the API without authentication
 * @param enter handles a response that creates a session, in the format of `login`
 */
export const onboardingCalls = (
  call: <T>(path: string, options?: RequestOptions) => Promise<T>,
  enter: (answer: unknown) => void,
): Onboarding => ({
  read: link => call<LinkFacts>(pathOf(link)),
  complete: async (link, answers) => {
    const answer = await call<unknown>(pathOf(link), { method: 'POST', json: answers })
    if (!hasSession(answer)) return false
    enter(answer)
    return true
  },
})
