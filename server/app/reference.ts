import { operations, type Resource } from '~/model/define'
import { type Grant, roles, scopeNamesOf } from '~/model/grants'
import { registry } from '~/model/registry'

const cell = (grant: Grant | undefined, role: (typeof roles)[number]) =>
  scopeNamesOf(grant, role).join(', ') || '–'

const row = (resource: Resource, operation: string, grant: Grant | undefined) =>
  `| ${[resource.name, operation, ...[...roles].reverse().map(role => cell(grant, role))].join(' | ')} |`

const rowsOf = (resource: Resource) => [
  ...operations.map(operation => row(resource, operation, resource.grants[operation])),
  ...Object.entries(resource.actions ?? {}).map(([name, { grant }]) => row(resource, name, grant)),
]

const limitsOf = ({ name, fields }: Resource) =>
  Object.entries(fields).flatMap(([path, { read, write, fetch }]) => [
    ...(write ? [`| ${name} | ${path} | write | ${write.join(', ')} |`] : []),
    ...(read ? [`| ${name} | ${path} | read | ${read.join(', ') || 'nobody'} |`] : []),
    ...(fetch?.only ? [`| ${name} | ${path} | download | ${fetch.only.join(', ')} |`] : []),
  ])

const permissions = (resources: readonly Resource[]) => `# Permissions

Made from the definitions by \`npm run reference\`; the server refuses everything else.

- **all**: every record
- **own**: records of the user's company
- **managed**: records of companies whose partner is the user's company
- **open**: the managed ones that give access
- **licensed**: if the user's company may create companies
- **published**: records that are published
- **shared**: records that the user's company shares
- **self**: records about the user

| Resource | Operation | ${[...roles].reverse().join(' | ')} |
| --- | --- | ${roles.map(() => '---').join(' | ')} |
${resources.flatMap(rowsOf).join('\n')}

## Fields that are not for everyone who may read or write the record

| Resource | Field | To | Roles |
| --- | --- | --- | --- |
${resources.flatMap(limitsOf).join('\n')}
`

/**
 * The documentation generated from the definitions, by file.
 * @param description of the API, as `GET docs` responds
 */
export const references = (description: unknown): Readonly<Record<string, string>> => ({
  'docs/permissions.md': permissions(Object.values(registry)),
  'docs/openapi.json': `${JSON.stringify(description, null, 2)}\n`,
})
