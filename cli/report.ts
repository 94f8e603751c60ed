import { cut } from '~/model/text'
import { failureText } from './failures'
import type { TextKey, Texts, Values } from './texts'

/** Milliseconds between two lines of progress where they cannot replace each other, as in a log file. */
const quiet = 30_000

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

/** What the command line says: lines that stay, and progress, which the next line replaces on a terminal. */
export const reportTo = (out: Terminal, texts: Texts) => {
  let [open, last] = [false, 0]
  const clear = () => {
    if (open) out.write('\r\u001b[2K')
    open = false
  }
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(texts.language, options)
  const bytes = number({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  const share = number({ style: 'percent', maximumFractionDigits: 0 })
  const minutes = number({ style: 'unit', unit: 'minute', unitDisplay: 'short' })
  const seconds = number({ style: 'unit', unit: 'second', unitDisplay: 'short' })
  return {
    ...texts,
    size: (count: number) => bytes.format(count / 1e6),
    percent: (value: number) => share.format(value),
    left: (count: number) =>
      Math.ceil(count) < 60 ? seconds.format(Math.ceil(count)) : minutes.format(Math.ceil(count / 60)),
    line: (key: TextKey, values: Values = {}) => {
      clear()
      out.write(`${texts.text(key, values)}\n`)
    },
    progress: (key: TextKey, values: Values) => {
      const text = texts.text(key, values)
      if (out.isTTY) {
        clear()
        out.write(cut(text, Math.max(20, out.columns - 1)))
        open = true
      } else if (Date.now() - last > quiet) {
        last = Date.now()
        out.write(`${text}\n`)
      }
    },
    failure: (name: string, error: unknown) => {
      clear()
      out.write(`${texts.text('failed', { name, reason: failureText(error, texts) })}\n`)
    },
  }
}

export type Report = ReturnType<typeof reportTo>
