import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'

const text = z.union([z.string(), z.number()]).transform(String)
const texts = z.array(text).default([])

const service = z.object({
  image: z.string(),
  command: texts,
  environment: z.record(z.string(), text).default({}),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  restart: z.string(),
  healthcheck: z.object({ test: texts, disable: z.boolean().optional() }).optional(),
  stop_grace_period: z.string().optional(),
  ports: texts,
  networks: z.array(z.string()),
})

const compose = z.object({ services: z.record(z.string(), service) })

export type ComposeService = z.output<typeof service>

/** deploy/compose.yaml, its anchors merged. */
export const readCompose = () =>
  compose.parse(parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true })).services

const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({ alert: z.string(), expr: z.string(), annotations: z.record(z.string(), z.string()) }),
      ),
    }),
  ),
})

/** The alert rules of deploy/prometheus. */
export const readAlerts = () =>
  rules
    .parse(parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')))
    .groups.flatMap(group => group.rules)

const port = z.object({ name: z.string(), containerPort: z.number() })
const probe = z
  .object({
    httpGet: z.object({ path: z.string(), port: z.string() }).optional(),
    tcpSocket: z.object({ port: z.string() }).optional(),
  })
  .optional()

const container = z.object({
  args: texts,
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  ports: z.array(port).default([]),
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.object({ requests: z.record(z.string(), text) }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
})

const pods = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number().optional(),
        securityContext: z.object({
          runAsNonRoot: z.literal(true),
          runAsUser: z.number(),
          seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
        }),
        containers: z.tuple([container]),
      }),
    }),
  }),
})

const manifest = z.looseObject({
  kind: z.string().default(''),
  metadata: z.object({ name: z.string().default('') }).default({ name: '' }),
})

const folder = 'deploy/kubernetes'

/** The manifests of a file. */
export const manifestsOf = (file: string) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map(document => {
    if (document.errors[0]) throw document.errors[0]
    return manifest.parse(document.toJS())
  })

export const manifestFiles = () => readdirSync(folder)

/** The pod template of a job or deployment in a file. */
export const podOf = (file: string, kind: 'Job' | 'Deployment') => {
  const found = manifestsOf(file).find(each => each.kind === kind)
  return pods.parse(found).spec.template.spec
}

/** The paths of the server's sources. */
export const serverSources = () =>
  readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join('server', name))
