import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig, settingNames } from '~/server/platform/config/config'
import { programs } from '~/server/platform/process/project'
import { manifestFiles, manifestsOf, podOf } from '../support/server/deployment'

const pods = {
  server: podOf('server.yaml', 'Deployment'),
  worker: podOf('worker.yaml', 'Deployment'),
  migrate: podOf('migrate.yaml', 'Job'),
}

const [kustomization] = z
  .tuple([
    z.object({
      resources: z.array(z.string()),
      configMapGenerator: z.tuple([z.object({ literals: z.array(z.string()) })]),
    }),
  ])
  .parse(manifestsOf('kustomization.yaml'))

const [secret] = z
  .tuple([z.object({ stringData: z.record(z.string(), z.string()) })])
  .parse(manifestsOf('secret.example.yaml'))

const shared = Object.fromEntries(
  kustomization.configMapGenerator[0].literals.map(literal => literal.split(/=(.*)/s).slice(0, 2)),
)

const settingsOf = ({ containers: [{ env }] }: (typeof pods)['server']): Record<string, string> => ({
  ...shared,
  ...secret.stringData,
  ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
})

describe('deploy/kubernetes', () => {
  it('the kustomization lists every manifest except the examples', () => {
    expect(
      manifestFiles()
        .filter(name => !/kustomization|example/.test(name))
        .sort(),
    ).toEqual([...kustomization.resources].sort())
    for (const file of manifestFiles()) expect(manifestsOf(file).length).toBeGreaterThan(0)
  })

  it.each(Object.entries(pods))('the manifest of the %s has known and valid settings', (_name, pod) => {
    const settings = settingsOf(pod)
    expect(settingNames).toEqual(expect.arrayContaining(Object.keys(settings)))
    expect(() => readConfig(settings, 'test')).not.toThrow()
    const [, program] = pod.containers[0].args
    expect(Object.keys(programs)).toContain(/^dist-server\/(.+)\.js$/.exec(program ?? '')?.[1])
    expect(pod.securityContext.runAsUser).toBeGreaterThan(0)
    expect(Object.keys(pod.containers[0].resources.requests)).toEqual(['cpu', 'memory'])
  })

  it('the probes use the health paths and the configured ports', () => {
    const { livenessProbe, readinessProbe, ports } = pods.server.containers[0]
    expect(livenessProbe?.httpGet).toEqual({ path: '/parse/health/live', port: 'http' })
    expect(readinessProbe?.httpGet).toEqual({ path: '/parse/health', port: 'http' })
    const { PORT, METRICS_PORT } = readConfig(settingsOf(pods.server), 'test')
    expect(ports).toEqual([
      { name: 'http', containerPort: PORT },
      { name: 'metrics', containerPort: METRICS_PORT },
    ])
    const { livenessProbe: ofWorker, ports: portsOfWorker } = pods.worker.containers[0]
    expect(portsOfWorker).toEqual([{ name: ofWorker?.tcpSocket?.port, containerPort: METRICS_PORT }])
  })

  it('the termination grace period of a server covers its draining', () => {
    const { DRAIN_SECONDS } = readConfig(settingsOf(pods.server), 'test')
    expect(DRAIN_SECONDS).toBeGreaterThan(0)
    expect(pods.server.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(DRAIN_SECONDS + 25)
  })
})
