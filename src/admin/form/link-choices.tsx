import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetList, useRecordContext } from 'react-admin'
import { labelOf } from '~/model/access'
import type { Link } from '~/model/fields'
import { valueAt } from '~/model/objects'
import { refOf, refOfRecord } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { fold } from '~/model/text'
import { searchFilter } from '~/src/admin/search-filter'
import type { PanelRecord } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'

const CACHE_TTL = 3_600_000

/** Collections of `GET values/{collection}`. */
const collections: readonly string[] = ['companies', 'roles', 'languages', 'groups', 'templatesActions']
const hasValues = (collection: string) => collections.includes(collection)

/** A value list, cached for an hour (specification §9). */
export const useValues = (collection: string, enabled = true) => {
  const provider = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: ['values', collection],
    queryFn: () => provider.values(collection),
    enabled: enabled && hasValues(collection),
    staleTime: CACHE_TTL,
    gcTime: CACHE_TTL,
    networkMode: 'always',
  })
}

const OFFERED = 25

type Filter = Readonly<Record<string, unknown>>

/** `detail` distinguishes choices with the same label. */
export type LinkChoice = Link & { readonly detail?: string }

/** Text that distinguishes records with the same label: the e-mail of a person, else the company. */
const detailOf = (record: PanelRecord) =>
  [record.email, valueAt(record, 'guest.email'), valueAt(record, 'company.label')].find(
    text => typeof text === 'string' && text !== '',
  )

/** Adds a detail to choices whose label is not unique. */
const toldApart = (choices: readonly (Link & { readonly spare: unknown })[]): LinkChoice[] => {
  const times = new Map<string, number>()
  for (const { label } of choices) times.set(fold(label), (times.get(fold(label)) ?? 0) + 1)
  return choices.map(({ spare, ...link }) =>
    typeof spare === 'string' && (times.get(fold(link.label)) ?? 0) > 1 ? { ...link, detail: spare } : link,
  )
}

/** A choice as one line: in the text of an input, or in a chip. */
export const choiceText = ({ ref, label, detail }: LinkChoice) =>
  detail ? `${label} – ${detail}` : label || ref || ''

/** Matches the beginning of any word, like the server's search. */
const matches = (label: string, search: string) =>
  fold(label)
    .split(/[^\p{L}\p{N}]+/u)
    .some((_, index, words) => words.slice(index).join(' ').startsWith(fold(search)))

/**
 * Records to choose from: the value list while it is complete, otherwise a search on the server.
 * @param filter narrows the choice; the value list does not support it
 * @returns `isStale` while the links are those of the search before
 */
export const useLinkChoices = (target: string, search: string, filter?: Filter) => {
  const listed = hasValues(target) && !filter
  const { data: known, isPending, isError } = useValues(target, listed)
  const complete = known !== undefined && known.total <= known.values.length
  // A filter has no value yet: there is nothing to choose from.
  const scoped = Object.values(filter ?? {}).every(value => value !== null && value !== undefined)
  const asking = !listed || isError || (known !== undefined && !complete && search !== '')
  const found = useGetList<PanelRecord>(
    target,
    {
      pagination: { page: 1, perPage: OFFERED },
      sort: { field: resourceOf(target).label.fields[0] ?? 'createdAt', order: 'ASC' },
      filter: { ...filter, ...searchFilter(target, search) },
    },
    // The focused option stays while the results for the next letters load.
    { enabled: asking && scoped, placeholderData: previous => previous },
  )
  if (!scoped) return { links: [], isPending: false, isStale: false }
  const links: LinkChoice[] = asking
    ? toldApart(
        (found.data ?? []).map(record => ({
          ref: refOfRecord(resourceOf(target), record),
          label: labelOf(resourceOf(target), record),
          spare: detailOf(record),
        })),
      )
    : (known?.values ?? [])
        .map(({ key, label }) => ({ ref: key.includes('/') ? key : refOf(target, key), label }))
        .filter(({ label }) => search === '' || matches(label, search))
  return {
    links,
    isPending: asking ? found.isPending : isPending,
    isStale: asking && found.isPlaceholderData,
  }
}

/** Two lines: the label, and under it the detail that distinguishes choices with the same label. */
export const TwoLines = ({ label, detail }: Pick<LinkChoice, 'label' | 'detail'>) => (
  <span style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
    {label}
    {detail && (
      <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
        {detail}
      </Typography>
    )}
  </span>
)

/** An option of an autocomplete, which provides the choice as the record in context. */
export const ChoiceOption = () => {
  const choice = useRecordContext()
  if (!choice) return null
  return <TwoLines label={String(choice.label ?? '')} detail={choice.detail} />
}
