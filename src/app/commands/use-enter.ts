import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { isEnter } from '~/src/ui/shortcut'

type Key = KeyboardEvent & { defaultMuiPrevented?: boolean | undefined }

/**
 * Keeps an Enter that is pressed before the first option is known, and takes that option once it is: unless something
 * else was typed or chosen meanwhile.
 */
export const useEnter = (isFirstKnown: boolean, takeFirst: () => void) => {
  const [state, setState] = useState<'idle' | 'chosen' | 'waiting'>('idle')
  const take = useEffectEvent(takeFirst)
  useEffect(() => {
    if (state !== 'waiting' || !isFirstKnown) return
    setState('idle')
    take()
  }, [state, isFirstKnown])
  return {
    onTyped: () => setState('idle'),
    /** By arrow keys or pointer: Enter takes this one at once. */
    onChosen: () => setState('chosen'),
    onKeyDown: (event: Key) => {
      if (!isEnter(event.nativeEvent) || isFirstKnown || state === 'chosen') return
      event.defaultMuiPrevented = true
      setState('waiting')
    },
  }
}
