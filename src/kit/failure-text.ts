import { useTranslate } from 'react-admin'
import { failureOf } from '~/src/backends/contract/failures'

/** A failure in the reader's words, and the code that support asks for. */
export const useFailureText = () => {
  const translate = useTranslate()
  return (error: unknown) => {
    const { code, params } = failureOf(error)
    const key = error instanceof Error ? error.message : String(error)
    return { text: translate(key, { ...params, _: key }), code }
  }
}
