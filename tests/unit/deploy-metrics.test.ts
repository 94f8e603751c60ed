import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '~/server/platform/metrics/metrics'
import { readAlerts, serverSources } from '../support/server/deployment'

/** Names of the metrics in the server's sources and of Node.js's own metrics. */
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

describe('metrics used by deployments', () => {
  it.each(Object.entries(users))('the metrics used in %s exist', async (file, least) => {
    const names = await known()
    const asked = new Set(readFileSync(file, 'utf8').match(/\b(?:vecto|nodejs|process)_\w+/g))
    expect(asked.size).toBeGreaterThanOrEqual(least)
    expect([...asked].filter(name => !names.has(name.replace(/_(?:count|sum|bucket)$/, '')))).toEqual([])
  })
})

/** The labels that an aggregation keeps; undefined for an expression without one, which keeps all. */
const keptBy = (expression: string) =>
  /\b(?:sum|max|min)\b/.test(expression)
    ? (/^\w+ by \(([^)]*)\)/.exec(expression)?.[1]?.split(', ') ?? [])
    : undefined

const labelsIn = (text: string) => [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label)

describe('alerts', () => {
  it.each(readAlerts().map(rule => [rule.alert, rule] as const))(
    'the alert uses only labels that its expression keeps: %s',
    (_name, { expr, annotations }) => {
      const kept = keptBy(expr)
      const named = labelsIn(Object.values(annotations).join(' '))
      expect(named.filter(label => kept && !kept.includes(String(label)))).toEqual([])
    },
  )

  it('the alert about failed jobs names their stage and result', () => {
    const rule = readAlerts().find(({ alert }) => alert === 'JobsFail')
    expect(keptBy(rule?.expr ?? '')).toEqual(['exported_job', 'stage', 'result'])
    expect(labelsIn(rule?.annotations.summary ?? '')).toEqual(['exported_job', 'stage', 'result'])
  })
})
