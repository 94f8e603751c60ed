import type { RichText, Toolbar } from './fields'
import { languages } from './languages'

const minimal = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's'] as const
const medium = [...minimal, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'a'] as const
const full = [...medium, 'blockquote', 'code', 'pre', 'hr', 'span', 'mark'] as const

/** Elements allowed by toolbar. Panel and server remove all others. */
export const allowedTags: Readonly<Record<Toolbar, readonly string[]>> = { minimal, medium, full }

export const allowedSchemes = ['http', 'https', 'mailto'] as const

export const isRichText = (value: unknown): value is RichText =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([key, text]) => languages.some(lang => lang === key) && (text === null || typeof text === 'string'),
  )
