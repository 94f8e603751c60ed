import { useCallback, useEffect, useState } from 'react'
import type { Language } from '~/model/languages'
import { isLinkType, type KeyLink, type LinkFacts, type LinkType } from '~/model/onboarding'
import type { Backend } from '~/src/api/backend'
import { browserLanguage, loadTexts, type Texts } from './texts'

export type Known = {
  readonly texts: Texts
  readonly lang: Language
  readonly type: LinkType
  readonly facts?: LinkFacts
  readonly error?: unknown
}

const read = async (link: KeyLink, backend: Pick<Backend, 'onboarding'>): Promise<Known> => {
  const mine = browserLanguage()
  // A link of unknown type is refused like an invitation.
  const type = isLinkType(link.type) ? link.type : 'invite'
  try {
    const facts = await (await backend.onboarding()).read(link)
    const lang = facts.lang ?? mine
    return { texts: await loadTexts(lang), lang, type, facts }
  } catch (error) {
    return { texts: await loadTexts(mine), lang: mine, type, error }
  }
}

/** The user of a link, and the page's texts in their language; until it is known, in the browser's. */
export const useLink = (link: KeyLink, backend: Pick<Backend, 'onboarding'>) => {
  const [known, setKnown] = useState<Known>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again; the link is the address.
  useEffect(() => {
    let current = true
    read(link, backend).then(found => current && setKnown(found))
    return () => {
      current = false
    }
  }, [attempt])
  const refuse = useCallback((error: unknown) => setKnown(before => before && { ...before, error }), [])
  return { known, refuse, retry: () => setAttempt(attempt + 1) }
}
