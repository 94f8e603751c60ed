type Sample = { readonly at: number; readonly sent: number }

/** Milliseconds: short enough to follow the connection, long enough to be stable. */
const WINDOW = 5_000

/** Bytes per second over the last seconds. */
export const speedMeter = () => {
  let samples: Sample[] = []
  return (sent: number, at: number = Date.now()) => {
    samples = [...samples.filter(sample => at - sample.at <= WINDOW), { at, sent }]
    const [first] = samples
    if (!first || at === first.at) return 0
    return Math.max(0, ((sent - first.sent) * 1000) / (at - first.at))
  }
}
