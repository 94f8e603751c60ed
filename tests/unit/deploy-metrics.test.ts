import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '~/server/platform/metrics/metrics'
import { serverSources } from '../support/deployment'

/** What the server's sources name, and what Node's own metrics are called. */
const known = async () => {
  const sources = serverSources().map(file => readFileSync(file, 'utf8'))
  const named = sources.flatMap(source =>
    [...source.matchAll(/name: '(vecto_\w+)'/g)].map(([, name]) => name),
  )
  const text = await createMetrics({ totalCount: 0, idleCount: 0, waitingCount: 0 }).text()
  return new Set([...named, ...[...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)])
}

const users = {
  'deploy/prometheus/alerts.yaml': 11,
  'deploy/grafana/vecto.json': 19,
  'deploy/kubernetes/scaling.yaml': 1,
  'deploy/kubernetes/prometheus-adapter.example.yaml': 1,
}

describe('the metrics that deployments ask for', () => {
  it.each(Object.entries(users))('exist: %s', async (file, least) => {
    const names = await known()
    const asked = new Set(readFileSync(file, 'utf8').match(/\b(?:vecto|nodejs|process)_\w+/g))
    expect(asked.size).toBeGreaterThanOrEqual(least)
    expect([...asked].filter(name => !names.has(name.replace(/_(?:count|sum|bucket)$/, '')))).toEqual([])
  })
})
