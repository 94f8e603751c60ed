import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Language, languages } from '~/model/languages'
import { insertAtCaret } from '~/src/admin/form/text-insertion'

/** The parts of a template that are texts: rich text, or plain inputs. */
const texts = ':is([data-rich], .MuiFormControl-root)'
const editors = '[role=textbox][lang], [name^=subject], [name^=content]'

const languageOf = (element: Element): Language | undefined => {
  const named = element.closest('[data-lang], [lang]')
  const lang = named?.getAttribute('data-lang') ?? named?.getAttribute('lang')
  return languages.find(each => each === lang)
}

/**
 * The text of the form that was edited last: its language, and how to insert something at its caret. Its editor is
 * replaced when the language changes.
 * @param inside an element of the form
 */
export const useEditedText = (inside: RefObject<HTMLElement | null>) => {
  const text = useRef<Element>(undefined)
  const [lang, setLang] = useState<Language>(languages[0])
  useEffect(() => {
    const form = inside.current?.closest('form')
    if (!form) return undefined
    const ending = new AbortController()
    const note = ({ target, type }: Event) => {
      if (!(target instanceof Element)) return
      const field = target.closest(texts)
      if (!field) return
      // The tabs of languages are focused by arrow keys before they are chosen.
      if (type === 'focusin' && !target.matches(editors)) return
      text.current = field
      setLang(before => languageOf(target) ?? before)
    }
    form.addEventListener('focusin', note, { signal: ending.signal })
    form.addEventListener('click', note, { signal: ending.signal })
    return () => ending.abort()
  }, [inside])
  const insert = useCallback(
    (token: string) => {
      const form = inside.current?.closest('form')
      const editor =
        text.current?.querySelector(editors) ?? form?.querySelector(`[data-rich=content] ${editors}`)
      if (editor) insertAtCaret(editor, token)
    },
    [inside],
  )
  return { lang, setLang, insert }
}
