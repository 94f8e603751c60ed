/** Dates are shown in Paris time (specification §2): a day begins and ends there too. Swedish dates are ISO dates. */
const paris = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'medium',
})

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Milliseconds by which clocks in Paris are ahead of UTC. */
const aheadAt = (time: number) => {
  const whole = Math.floor(time / 1000) * 1000
  return Date.parse(`${paris.format(whole).replace(' ', 'T')}Z`) - whole
}

/** The first or the last instant of a day such as `2026-03-29`; null while the day is incomplete. */
export const instantOf = (day: unknown, end: 'first' | 'last') => {
  if (typeof day !== 'string' || !DAY.test(day)) return null
  const clock = Date.parse(`${day}T${end === 'first' ? '00:00:00.000' : '23:59:59.999'}Z`)
  if (Number.isNaN(clock)) return null
  // The second look is for days on which the clocks change.
  return new Date(clock - aheadAt(clock - aheadAt(clock))).toISOString()
}

/** The day of an instant; empty when there is none. */
export const dayOf = (instant: unknown) =>
  typeof instant === 'string' && !Number.isNaN(Date.parse(instant))
    ? paris.format(new Date(instant)).slice(0, 10)
    : ''
