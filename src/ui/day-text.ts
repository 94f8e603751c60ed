/** The panel's three languages write the day first; so does a user who types `3.7.26` or pastes `2026-07-03`. */
const written = [
  /^(?<day>\d{1,2})[./\s-](?<month>\d{1,2})[./\s-](?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})[./-](?<month>\d{1,2})[./-](?<day>\d{1,2})(?:T.*)?$/,
]

const two = (digits = '') => digits.padStart(2, '0')

/** The day as `2026-07-03`; undefined if the text is none. Digits of a year alone are of this century. */
export const readDay = (text: string): string | undefined => {
  const parts = written.map(pattern => pattern.exec(text.trim())?.groups).find(Boolean)
  if (!parts) return undefined
  const { year = '', month, day } = parts
  const iso = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`
  const date = new Date(`${iso}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) && iso >= '1000'
    ? iso
    : undefined
}

/** `2026-07-03` as `03/07/2026`; what is no day stays as it is. */
export const writeDay = (iso: string) => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
