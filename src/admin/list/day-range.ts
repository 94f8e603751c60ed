import { formatInTimeZone, fromZonedTime } from 'date-fns-tz'

/** Dates are shown in Paris time (specification §2): a day begins and ends there too. */
const ZONE = 'Europe/Paris'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The first or the last instant of a day such as `2026-03-29`; null while the day is incomplete. */
export const instantOf = (day: unknown, end: 'first' | 'last') =>
  typeof day === 'string' && DAY.test(day)
    ? fromZonedTime(`${day}T${end === 'first' ? '00:00:00.000' : '23:59:59.999'}`, ZONE).toISOString()
    : null

/** The day of an instant; empty when there is none. */
export const dayOf = (instant: unknown) =>
  typeof instant === 'string' && instant !== '' ? formatInTimeZone(instant, ZONE, 'yyyy-MM-dd') : ''
