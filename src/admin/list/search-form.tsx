import AddIcon from '@mui/icons-material/Add'
import ClearIcon from '@mui/icons-material/Clear'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { memo, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import {
  FilterLiveForm,
  ListContextProvider,
  NullableBooleanInput,
  SelectInput,
  TextInput,
  useEvent,
  useListContext,
  useListFilterContext,
  usePermissions,
  useTranslate,
} from 'react-admin'
import { flushSync } from 'react-dom'
import { readablePaths } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import { companyPathOf } from '~/model/lists/list-address'
import { refOf } from '~/model/refs'
import { MAX_SEARCH } from '~/model/text'
import { choiceKey, type FilterProps, labelKey } from '~/src/admin/admin-config'
import { type FilterName, kindOf } from '~/src/admin/fields/kinds'
import { useActor, useChoiceFilter } from '~/src/admin/rights'
import type { Me } from '~/src/api/backend'
import { useShortcut } from '~/src/ui/keys'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { useAfterFirstPaint, useAfterPaint } from '~/src/ui/use-after-paint'
import { AfterRows } from './list-table'

// The autocomplete is heavy: the rows do not wait for it.
const LinkInput = laterPart(() => import('~/src/admin/form/link-input').then(file => file.LinkInput))

const FilterMenu = lazyPart(() => import('./filter-menu').then(file => file.FilterMenu))

const plain = { helperText: false, size: 'small', fullWidth: true, margin: 'none' } as const

/** Skeleton of an input. */
const InputShape = () => <Skeleton variant="rounded" height={40} />

/** The label of the user's own reference, by which links of the panel filter. */
const useOwnName = () => {
  const { permissions: me } = usePermissions<Me | null>()
  return (value: unknown) =>
    me && value === refOf('users', me.uid) ? `${me.firstname} ${me.lastname}`.trim() : String(value ?? '')
}

type SearchInputProps = { readonly resource: Resource; readonly path: string }

const TextFilter = ({ path, label, field }: FilterProps) => {
  const format = useOwnName()
  return (
    <TextInput
      {...{ source: path, label, ...(field.byLabel && { format }) }}
      resettable
      type="search"
      autoComplete="off"
      slotProps={{ htmlInput: { maxLength: MAX_SEARCH } }}
      {...plain}
    />
  )
}

const LinkFilter = (props: FilterProps) => {
  const { path, label, field } = props
  const { filterValues } = useListFilterContext()
  const filter = useChoiceFilter(field.target, field.filterTarget)
  if (!field.target || field.byLabel) return <TextFilter {...props} />
  return (
    <AfterRows shape={<InputShape />}>
      <LinkInput
        source={path}
        target={field.target}
        filter={filter}
        label={label}
        // The form only knows the inputs that existed when it was filled.
        defaultValue={filterValues[path]}
        {...plain}
      />
    </AfterRows>
  )
}

const ChoiceFilter = ({ resource, path, label, field: { options = [] } }: FilterProps) => {
  const choices = options.map(id => ({ id, name: choiceKey(resource.name, path, id) }))
  return <SelectInput source={path} label={label} choices={choices} emptyText="admin.search.any" {...plain} />
}

const BooleanFilter = ({ path, label }: FilterProps) => (
  <NullableBooleanInput source={path} label={label} nullLabel="admin.search.any" {...plain} />
)

const filters: { readonly [N in FilterName]: (props: FilterProps) => ReactNode } = {
  text: TextFilter,
  boolean: BooleanFilter,
  choice: ChoiceFilter,
  link: LinkFilter,
}

const keywords: Field = { kind: 'text' }

const filterLabel = (resource: Resource, path: string) =>
  path === 'keywords' ? 'admin.search.keywords' : labelKey(resource.name, path)

/** One input of the search form. */
export const SearchInput = ({ resource, path }: SearchInputProps) => {
  const field = resource.fields[path] ?? keywords
  const props = { resource, path, field, label: filterLabel(resource, path) }
  const { filter } = kindOf(field)
  const Input = typeof filter === 'string' ? filters[filter] : filter
  return typeof filter === 'string' ? (
    <Input {...props} />
  ) : (
    <AfterRows shape={<InputShape />}>
      <Input {...props} />
    </AfterRows>
  )
}

const WHILE_TYPING = 300

const line = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.5,
  alignItems: 'center',
  '& > form': { display: 'contents' },
  '& [data-filter]': { flex: { xs: '1 1 150px', sm: '0 1 220px' }, minWidth: 0 },
  '& [data-filter]:first-of-type': { flex: { xs: '1 1 150px', sm: '0 1 320px' } },
  '& .search-shape': {
    display: 'flex',
    alignItems: 'center',
    height: 40,
    px: 1.75,
    border: '1px solid light-dark(rgb(0 0 0 / 23%), rgb(255 255 255 / 23%))',
    borderRadius: 1,
    color: 'text.secondary',
    fontSize: { xs: '0.875rem', sm: '1rem' },
  },
  // On a phone, longer labels would overlap the arrow of the list.
  '& .MuiInputLabel-root:not(.MuiInputLabel-shrink)': { fontSize: { xs: '0.875rem', sm: '1rem' } },
}

const Clear = ({ onClear }: { readonly onClear: () => void }) => {
  const { filterValues, setFilters } = useListFilterContext()
  const translate = useTranslate()
  if (Object.keys(filterValues).length === 0) return null
  return (
    <Button
      size="small"
      startIcon={<ClearIcon />}
      onClick={() => {
        onClear()
        setFilters({})
      }}
    >
      {translate('admin.search.clear')}
    </Button>
  )
}

type AddFilterProps = {
  readonly resource: Resource
  readonly paths: readonly string[]
  readonly onAdd: (path: string) => void
}

/** The filters that are not in use, to choose from. */
const AddFilter = ({ resource, paths, onAdd }: AddFilterProps) => {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (paths.length === 0) return null
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('admin.search.filter')}
      </Button>
      {anchor && (
        <Suspense>
          <FilterMenu
            anchor={anchor}
            choices={paths.map(path => ({ path, name: translate(filterLabel(resource, path)) }))}
            onClose={() => setAnchor(null)}
            onChoose={path => {
              setAnchor(null)
              onAdd(path)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Milliseconds in which the input of an added filter is loaded; later it does not take the focus. */
const FOCUS_TIME = 2000

/** Opens the choices of a select, as pressing it does; an autocomplete opens with the focus. */
const openChoices = (input: HTMLElement) => {
  if (!(input instanceof HTMLInputElement))
    input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
}

/** Moves the focus to the input in `place` as soon as it is rendered, and opens its choices. */
const focusInput = (place: HTMLElement) => {
  const begun = Date.now()
  let frame = 0
  const look = () => {
    const input = place.querySelector<HTMLElement>('[role=combobox], input')
    if (input) {
      input.focus()
      // MUI's select measures its input after the render that shows it.
      frame = requestAnimationFrame(() => openChoices(input))
    } else if (Date.now() - begun < FOCUS_TIME) frame = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(frame)
}

const FilterPlace = ({ added, ...input }: SearchInputProps & { readonly added: boolean }) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (added && place.current ? focusInput(place.current) : undefined), [added])
  return (
    <div data-filter={input.path} ref={place}>
      <SearchInput {...input} />
    </div>
  )
}

type InputsProps = {
  readonly resource: Resource
  readonly paths: readonly string[]
  /** The form is needed now. */
  readonly asked: boolean
}

/**
 * False until the rows are painted, of which the form would take a sixth of the time, and would render again on mount. One
 * with values waits for the first screen of the page only: an empty one has a shape that looks the same.
 */
const useIsShown = (isEmpty: boolean) => {
  const [wasEmpty] = useState(isEmpty)
  const painted = useAfterPaint()
  const firstPainted = useAfterFirstPaint()
  return wasEmpty ? painted : firstPainted
}

/** The search, the filters in use, and the others to add: one line at rest. */
const Inputs = ({ resource, paths, asked }: InputsProps) => {
  const { filterValues } = useListFilterContext()
  const translate = useTranslate()
  const [first = '', ...others] = paths
  // An input stays when its value is emptied: the user may be typing another.
  const [kept, setKept] = useState<readonly string[]>([])
  const [added, setAdded] = useState<string>()
  const used = others.filter(path => kept.includes(path) || filterValues[path] !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other values add inputs; those cleared here do not.
  useEffect(() => setKept(before => (before.join() === used.join() ? before : used)), [filterValues])
  const isDue = useIsShown(Object.keys(filterValues).length === 0)
  return (
    <Box sx={line}>
      {isDue || asked || added !== undefined ? (
        <FilterLiveForm debounce={WHILE_TYPING}>
          {[first, ...used].map(path => (
            <FilterPlace key={path} resource={resource} path={path} added={path === added} />
          ))}
        </FilterLiveForm>
      ) : (
        <div data-filter={first}>
          <div className="search-shape">{translate(filterLabel(resource, first))}</div>
        </div>
      )}
      <AddFilter
        resource={resource}
        paths={others.filter(path => !used.includes(path))}
        onAdd={path => {
          setKept([...used, path])
          setAdded(path)
        }}
      />
      <Clear onClear={() => setKept([])} />
    </Box>
  )
}

/**
 * The list context that the form reads, memoized: react-admin's form re-renders every input on each change of the list,
 * including its rows and page.
 */
const SteadyList = ({ children }: { children: ReactNode }) => {
  const list = useListContext()
  const setFilters = useEvent(list.setFilters)
  const { filterValues, isPending } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form reads nothing else of it.
  const steady = useMemo(() => ({ ...list, setFilters }), [filterValues, isPending])
  return <ListContextProvider value={steady}>{children}</ListContextProvider>
}

type Props = {
  readonly resource: Resource
  /** Whether the company can be chosen here: not if all lists are limited to one. */
  readonly company: boolean
}

/** Filters the list while the user types; `/` moves the focus here from anywhere on the page. */
export const SearchForm = memo(({ resource, company }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const translate = useTranslate()
  const { role } = useActor()
  const [asked, setAsked] = useState(false)
  useShortcut('/', () => {
    // Rendered synchronously, so that the next typed letter goes into the input.
    flushSync(() => setAsked(true))
    place.current?.querySelector('input')?.focus()
  })
  const companyPath = companyPathOf(resource)
  const paths = readablePaths(resource, resource.list.filters, role).filter(
    path => company || path !== companyPath,
  )
  if (paths.length === 0) return null
  return (
    <Box role="search" ref={place} aria-label={translate('admin.search.title')} sx={{ mb: 2 }}>
      <SteadyList>
        <Inputs resource={resource} paths={paths} asked={asked} />
      </SteadyList>
    </Box>
  )
})
