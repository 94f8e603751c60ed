import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { type ReactNode, Suspense } from 'react'
import { type RaRecord, useRecordContext, useTranslate } from 'react-admin'
import { isEmpty, readablePaths } from '~/model/access'
import type { Limited, Resource } from '~/model/define'
import { valueAt } from '~/model/objects'
import { labelKey, useSlot } from '~/src/admin/admin-config'
import { FieldView } from '~/src/admin/fields/field-view'
import { Portrayed } from '~/src/admin/fields/kinds'
import { useActor } from '~/src/admin/rights'
import { HeroFrame } from '~/src/ui/hero-frame'

/** Too wide for the column of facts. */
const wideKinds = ['multiline', 'json', 'rich']

const isWide = ({ fields }: Resource, path: string) => wideKinds.includes(fields[path]?.kind ?? '')

/** Where a record comes from: after the facts about it. */
const origins = ['createdBy', 'createdAt', 'updatedAt', 'checksum']

/** The field that the heading shows as the record's status; undefined if it has none. */
export const statusOf = ({ fields, states }: Resource, paths: readonly string[]) =>
  paths.find(path => path === states?.field && fields[path]?.format === 'status')

/** The title of the screen consists of these. */
const isInTitle = ({ fields, label, slots }: Resource, path: string) =>
  label.fields.includes(path) && fields[path]?.kind === 'text' && !slots?.fields?.[path]

const isShown = (resource: Resource, path: string, record: RaRecord | undefined) =>
  resource.fields[path]?.absence === true || !isEmpty(valueAt(record, path))

/** The fields of the record in context that have a value, by their place on its screen. */
const usePlaces = (resource: Resource, paths: readonly Limited<string>[]) => {
  const { role } = useActor()
  const record = useRecordContext()
  const { hero, keyFacts = [] } = resource.show ?? {}
  const readable = readablePaths(resource, paths, role)
  const status = statusOf(resource, readable)
  const shown = readable.filter(
    path => path !== hero && path !== status && !isInTitle(resource, path) && isShown(resource, path, record),
  )
  const keys = hero ? [] : readablePaths(resource, keyFacts, role).filter(path => shown.includes(path))
  const rest = shown.filter(path => !keys.includes(path))
  return {
    hero: hero !== undefined && readable.includes(hero) ? hero : undefined,
    keys,
    wide: rest.filter(path => isWide(resource, path)),
    facts: rest.filter(path => !isWide(resource, path) && !origins.includes(path)),
    origins: rest.filter(path => origins.includes(path)),
  }
}

/** Kinds whose values fit on the line of their label. */
const shortKinds = ['text', 'integer', 'number', 'boolean', 'choice', 'date', 'link', 'email']

const isShort = ({ fields }: Resource, path: string) =>
  shortKinds.includes(fields[path]?.kind ?? '') && fields[path]?.format !== 'status'

const besideLabel = { display: 'grid', columnGap: 2, gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' }

/** The styles of facts, declared once by their list: as MUI's components each fact had three styled elements. */
const factStyles = {
  m: 0,
  '& > *': { minWidth: 0 },
  '& > .in-line': besideLabel,
  '& > div > dt': { typography: 'body2', color: 'text.secondary', mb: 0.25 },
  '& > div > dd': { typography: 'body2', m: 0, overflowWrap: 'anywhere' },
  '&.large > div > dd': { typography: 'subtitle1', fontWeight: 560 },
  // Facts without a value: also those whose own view finds none.
  '& > div:has(> dd > [data-missing])': { display: 'none' },
}

type FactsProps = {
  readonly resource: Resource
  readonly paths: readonly string[]
  /** How they are laid out. */
  readonly styles: object
  /** Short values stand on the line of their label. */
  readonly inLines?: boolean
  readonly large?: boolean
}

/** Fields of the record in context, each with its label. */
const Facts = ({ resource, paths, styles, inLines = false, large = false }: FactsProps) => {
  const translate = useTranslate()
  return (
    <Box component="dl" className={large ? 'large' : ''} sx={{ ...factStyles, ...styles }}>
      {paths.map(path => (
        <div key={path} className={inLines && isShort(resource, path) ? 'in-line' : ''}>
          <dt>{translate(labelKey(resource.name, path))}</dt>
          <dd>
            <FieldView resource={resource} path={path} suspends />
          </dd>
        </div>
      ))}
    </Box>
  )
}

const panelStyles = { display: 'flex', flexDirection: 'column', gap: 3, p: { xs: 2, sm: 3 } } as const

const Panel = ({ children }: { readonly children: ReactNode }) => (
  <Card variant="outlined" sx={panelStyles}>
    {children}
  </Card>
)

const one = 'minmax(0, 1fr)'
const column = { display: 'grid', rowGap: 1.5, gridTemplateColumns: one } as const
const columns = {
  display: 'grid',
  columnGap: 3,
  rowGap: 2,
  gridTemplateColumns: { xs: one, sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
} as const
const keyStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 6,
  rowGap: 2.5,
  '& > *': { minWidth: 120 },
} as const
/** The content, and to the right of it the facts, from 900 px on. */
const beside = { xs: one, md: 'minmax(0, 1fr) 320px' }

/** In place of a record's fields until their views are loaded. */
export const DetailsSkeleton = ({ resource }: { readonly resource: Resource }) => (
  <Box
    aria-busy
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateColumns: resource.show?.hero ? beside : one,
    }}
  >
    {resource.show?.hero && <HeroFrame />}
    <Skeleton variant="rounded" sx={{ height: 640 }} />
  </Box>
)

const Content = ({ resource, paths }: { resource: Resource; paths: readonly Limited<string>[] }) => {
  const { hero, keys, wide, facts, origins: last } = usePlaces(resource, paths)
  const { panel: Details } = useSlot(resource.slots?.details)
  const hasContent = hero !== undefined || wide.length > 0 || Details !== undefined
  const list = { resource, styles: hasContent ? column : columns, inLines: hasContent }
  const factsPanel = facts.length + last.length > 0 && (
    <Panel>
      {facts.length > 0 && <Facts {...list} paths={facts} />}
      {last.length > 0 && <Facts {...list} paths={last} />}
    </Panel>
  )
  return (
    <Box
      sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: hasContent ? beside : one }}
    >
      <Stack sx={{ gap: 2, minWidth: 0, '&:empty': { display: 'none' } }}>
        {hero && <FieldView resource={resource} path={hero} suspends />}
        {keys.length > 0 && (
          <Panel>
            <Facts resource={resource} paths={keys} styles={keyStyles} large />
          </Panel>
        )}
        {wide.length > 0 && (
          <Panel>
            <Facts resource={resource} paths={wide} styles={{ ...column, rowGap: 3 }} />
          </Panel>
        )}
        {Details && <Details />}
      </Stack>
      {factsPanel}
    </Box>
  )
}

/**
 * The fields of the record in context: its hero or its key facts, what needs width, and the other facts next to them. All
 * appear together: none moves another.
 */
export const RecordDetails = (props: { resource: Resource; paths: readonly Limited<string>[] }) => (
  <Suspense fallback={<DetailsSkeleton resource={props.resource} />}>
    <Portrayed value>
      <Content {...props} />
    </Portrayed>
  </Suspense>
)
