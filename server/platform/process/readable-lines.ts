import type { Output } from './output'

/** Members of a log line that people on a terminal do not need. */
const hidden = ['level', 'time', 'msg', 'pid', 'hostname', 'trace', 'err', 'req', 'res', 'responseTime']

const prefixes = [
  [50, 'Error: '],
  [40, 'Warning: '],
] as const

const INFO = 30

/** Left out: requests, slow statements, and the address, which the start prints itself. */
const isNoise = (line: Readonly<Record<string, unknown>>) =>
  'statement' in line ||
  (Number(line.level) <= INFO &&
    ('req' in line || 'res' in line || /^Server listening/.test(String(line.msg))))

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const stackOf = ({ err }: Readonly<Record<string, unknown>>) =>
  typeof err === 'object' && err !== null && 'stack' in err
    ? `\n  ${String(err.stack).replaceAll('\n', '\n  ')}`
    : ''

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * A line of the JSON log for people on a terminal: what happened, and the facts in brackets.
 * @returns empty for a line that they do not need
 */
export const readableLine = (json: string): string => {
  let line: Readonly<Record<string, unknown>>
  try {
    line = JSON.parse(json)
  } catch {
    return json
  }
  if (isNoise(line)) return ''
  const facts = Object.entries(line)
    .filter(([name]) => !hidden.includes(name))
    .map(([name, value]) => `${name} ${plain(value)}`)
  const level = prefixes.find(([least]) => Number(line.level) >= least)?.[1] ?? ''
  const text = `${level}${sentence(String(line.msg ?? ''))}`
  return `${text}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}${stackOf(line)}\n`
}

/** Writes the lines of a JSON log as text. */
export const readableOutput = (output: Pick<Output, 'write'>): Pick<Output, 'write'> => ({
  write: line => {
    const text = readableLine(line)
    if (text !== '') output.write(text)
  },
})
