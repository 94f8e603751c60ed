import { describe, expect, it } from 'vitest'
import { describeCreation, formatDay, formatInstant, formatRecent, formatZoned } from '~/src/ui/dates'

const now = Date.parse('2025-05-12T12:00:00Z')
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

describe('instants', () => {
  it('formats instants in Paris time, summer and winter, in any local time zone', () => {
    expect(formatInstant('2025-05-12T12:03:00Z', 'en')).toContain('14:03')
    expect(formatInstant('2025-01-12T12:03:00Z', 'fr')).toContain('13:03')
  })

  it('formats the day of an instant in Paris', () => {
    expect(formatDay('2025-05-12T22:30:00Z', 'en')).toBe('13 May 2025')
    expect(formatDay('2025-05-12T22:30:00Z', 'fr')).toBe('13 mai 2025')
    expect(formatDay('2025-05-12T22:30:00Z', 'es')).toBe('13 may 2025')
  })

  it.each([null, undefined, '', 'never'])('formats %j as an empty string', instant => {
    expect(formatInstant(instant, 'en')).toBe('')
  })
})

describe('relative times', () => {
  it.each([
    [0.001, 'en', 'now'],
    [0.5, 'en', '30 minutes ago'],
    [3, 'en', '3 hours ago'],
    [3, 'fr', 'il y a 3 heures'],
    [3, 'es', 'hace 3 horas'],
    [30, 'en', '1 day ago'],
    [47.9, 'en', '1 day ago'],
  ])('formats an instant %d hours ago in %s as %s', (hours, locale, text) => {
    expect(formatRecent(ago(hours), locale, now)).toBe(text)
  })

  it('an instant two days ago has no relative time', () => {
    expect(formatRecent(ago(48), 'en', now)).toBeNull()
  })

  it('a future instant has no relative time unless the clock is slightly ahead', () => {
    expect(formatRecent(ago(-1), 'en', now)).toBeNull()
    expect(formatRecent(ago(-0.005), 'en', now)).toBe('now')
  })

  it('a recent creation shows a relative time with the full date as title; older ones the date', () => {
    expect(describeCreation(ago(3), 'en', now)).toEqual({
      text: '3 hours ago',
      title: formatZoned(ago(3), 'en'),
    })
    expect(describeCreation(ago(72), 'en', now)).toEqual({
      text: formatInstant(ago(72), 'en'),
      title: formatZoned(ago(72), 'en'),
    })
  })
})

describe('time zones', () => {
  it.each([
    ['2026-07-01T12:03:00Z', 'en', '1 Jul 2026, 14:03 CEST'],
    ['2026-01-01T12:03:00Z', 'en', '1 Jan 2026, 13:03 CET'],
    ['2026-07-01T12:03:00Z', 'fr', '1 juil. 2026, 14:03 UTC+2'],
    ['2026-07-01T12:03:00Z', 'es', '1 jul 2026, 14:03 CEST'],
  ])('formats %s with its time zone in %s as %s', (instant, locale, text) => {
    expect(formatZoned(instant, locale).replace(/[\u00a0\u202f]/g, ' ')).toBe(text)
  })
})
