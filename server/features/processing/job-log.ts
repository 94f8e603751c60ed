import { storableText } from '~/model/request-text'
import { cut } from '~/model/text'

const LONGEST = 200_000
const LINE = 2000

/** Collects the timestamped log lines of a job, as they can be stored: an engine may say anything. A very long log loses its beginning. */
export const createJobLog = (now: () => Date = () => new Date()) => {
  let lines: string[] = []
  let length = 0
  const add = (line: string) => {
    const stamped = `${now().toISOString()} ${storableText(cut(line, LINE))}`
    lines.push(stamped)
    length += stamped.length + 1
    if (length > LONGEST) {
      lines = ['…', ...lines.slice(Math.floor(lines.length / 2))]
      length = lines.reduce((sum, each) => sum + each.length + 1, 0)
    }
  }
  return {
    add,
    /** As stored in records: `{log, createdAt}`. */
    kept: () => ({ log: lines.join('\n'), createdAt: now().toISOString() }),
  }
}

export type JobLog = ReturnType<typeof createJobLog>
