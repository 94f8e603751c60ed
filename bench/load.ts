import { Client, Pool } from 'undici'

type Requests = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Path of the nth request. */
  readonly path: (n: number) => string
}

type Sender = Pick<Client, 'request'>

const get = async (sender: Sender, { path, headers }: Requests, n: number) => {
  const answer = await sender.request({ method: 'GET', path: path(n), headers })
  const body = await answer.body.text()
  if (answer.statusCode !== 200)
    throw new Error(`${path(n)} answered ${answer.statusCode}: ${body.slice(0, 500)}`)
}

export const quantile = (values: readonly number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** Duration of `work`, in seconds. */
export const secondsOf = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Milliseconds of each of `count` sequential requests over one persistent connection. */
export const oneByOne = async (requests: Requests, count = 200, warmUp = 30) => {
  const client = new Client(requests.url)
  const times: number[] = []
  for (let n = 0; n < warmUp + count; n += 1) {
    const start = performance.now()
    await get(client, requests, n)
    if (n >= warmUp) times.push(performance.now() - start)
  }
  await client.close()
  return times
}

/** Requests per second over `connections` connections, each of which sends the next request immediately. */
export const perSecond = async (requests: Requests, seconds = 10, connections = 20) => {
  const pool = new Pool(requests.url, { connections, pipelining: 1 })
  let answered = 0
  const keepAsking = async (until: number) => {
    while (performance.now() < until) {
      await get(pool, requests, answered)
      answered += 1
    }
  }
  const spell = (length: number) => {
    const until = performance.now() + length * 1000
    return Promise.all(Array.from({ length: connections }, () => keepAsking(until)))
  }
  await spell(1)
  answered = 0
  const start = performance.now()
  await spell(seconds)
  const rate = answered / ((performance.now() - start) / 1000)
  await pool.close()
  return rate
}
