import SearchIcon from '@mui/icons-material/SearchOutlined'
import type { AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useDataProvider, useNavigate, useStore, useTheme, useTranslate } from 'react-admin'
import { labelOf, searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import { isLink } from '~/model/fields'
import { tabOf } from '~/model/lists/list-address'
import { parentOf } from '~/model/refs'
import { registry } from '~/model/registry'
import { pathTo } from '~/src/admin/paths'
import { mayCreate, mayList, useActor, WithActor } from '~/src/admin/rights'
import { searchFilter } from '~/src/admin/search-filter'
import type { PanelRecord } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { PROFILE, useMenuItems } from '~/src/app/menu-items'
import { NEW_CUSTOMER, useMayCreateCustomer } from '~/src/features/customers/may-create-customer'
import type { EarlyKeys } from '~/src/ui/early-keys'
import { isEnter } from '~/src/ui/keys'
import { useDebounced } from '~/src/ui/use-debounced'
import { type Command, findCommands } from './find-commands'

type Key = KeyboardEvent & { defaultMuiPrevented?: boolean | undefined }

/**
 * Holds an Enter that is pressed before the first option is known, and runs that option once it is, unless the user
 * typed or chose something else in between.
 */
const useEnter = (isFirstKnown: boolean, takeFirst: () => void) => {
  const [state, setState] = useState<'idle' | 'chosen' | 'waiting'>('idle')
  const take = useEffectEvent(takeFirst)
  useEffect(() => {
    if (state !== 'waiting' || !isFirstKnown) return
    setState('idle')
    take()
  }, [state, isFirstKnown])
  return {
    onTyped: () => setState('idle'),
    onEntered: () => setState('waiting'),
    /** Chosen by arrow keys or pointer: Enter runs this option immediately. */
    onChosen: () => setState('chosen'),
    onKeyDown: (event: Key) => {
      if (!isEnter(event.nativeEvent) || isFirstKnown || state === 'chosen') return
      event.defaultMuiPrevented = true
      setState('waiting')
    },
  }
}

/** Maximum number of records offered of each kind. */
const OFFERED = 5
/** Minimum number of letters for a search of records: one letter finds too many. */
const SHORTEST = 2
/** Milliseconds for which a search result is cached. */
const FRESH = 10_000
/** Milliseconds without a key before records are searched. */
const WHILE_TYPING = 200

/** Kinds of records that can be found by name, and have a list and a screen. */
const searchable: readonly Resource[] = Object.values(registry).filter(
  (resource: Resource) =>
    searchedFields(resource).length > 0 &&
    resource.paths.show !== undefined &&
    (parentOf(resource) === undefined || resource.flat !== undefined),
)

const companyOf = ({ company }: PanelRecord) => (isLink(company) ? company.label : undefined)

type Found = readonly { readonly resource: Resource; readonly records: readonly PanelRecord[] }[]

/** Searches all kinds; those that fail are left out. @throws if all fail */
const searchAll = async (
  kinds: readonly Resource[],
  ask: (resource: Resource) => Promise<{ data: PanelRecord[] }>,
): Promise<Found> => {
  const answers = await Promise.allSettled(kinds.map(ask))
  const found = answers.flatMap((answer, index) => {
    const resource = kinds[index]
    return resource && answer.status === 'fulfilled' ? [{ resource, records: answer.value.data }] : []
  })
  if (found.length === 0) throw new Error('No kind of record could be searched')
  return found
}

/** Results of all kinds appear together: a later one would move the option that is chosen or under the pointer. */
const useFound = (kinds: readonly Resource[], search: string) => {
  const provider = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: ['commands', search],
    queryFn: ({ signal }) =>
      searchAll(kinds, resource =>
        provider.getList<PanelRecord>(resource.name, {
          pagination: { page: 1, perPage: OFFERED },
          sort: tabOf(resource, '').sort,
          filter: searchFilter(resource.name, search),
          signal,
        }),
      ),
    enabled: kinds.length > 0 && search.length >= SHORTEST,
    placeholderData: keepPreviousData,
    staleTime: FRESH,
    retry: false,
  })
}

/**
 * The records whose name begins with the text, of every kind that the user may list. The previous results stay while a
 * search is pending.
 */
const useRecordCommands = (text: string) => {
  const translate = useTranslate()
  const actor = useActor()
  const kinds = searchable.filter(resource => mayList(resource, actor))
  const search = text.trim()
  const searched = useDebounced(search, WHILE_TYPING)
  const { data = [], isPending, isPlaceholderData, isError } = useFound(kinds, searched)
  if (kinds.length === 0 || search.length < SHORTEST) return { commands: [], searching: false, failed: false }
  const commands = data.flatMap(({ resource, records }) =>
    records.map(
      (record): Command => ({
        id: `${resource.name}/${record.id}`,
        group: translate(`resources.${resource.name}.name`, { smart_count: 2 }),
        label: labelOf(resource, record),
        hint: companyOf(record),
        to: pathTo(resource.name, 'show', record.id) ?? '/',
      }),
    ),
  )
  return { commands, searching: search !== searched || isPending || isPlaceholderData, failed: isError }
}

/** Screens outside the definitions: offered to users who may create the record. */
const bespoke = [
  { path: '/user/invite', text: 'resources.users.inviteTitle', creates: 'users' },
  { path: '/video360/job', text: 'resources.videos.jobButton', creates: 'videos' },
] as const

/** The form of a new customer, for users who may create each part of it. */
const useNewCustomer = (group: string): Command[] => {
  const translate = useTranslate()
  if (!useMayCreateCustomer()) return []
  return [{ id: NEW_CUSTOMER, group, label: translate('resources.companies.newCustomer'), to: NEW_CUSTOMER }]
}

const useCreating = (): Command[] => {
  const translate = useTranslate()
  const actor = useActor()
  const group = translate('commands.create')
  const made = Object.values(registry).filter(
    resource => parentOf(resource) === undefined && resource.paths.create && mayCreate(resource, actor),
  )
  const customer = useNewCustomer(group)
  return [
    ...customer,
    ...made.map(({ name }) => ({
      id: `create-${name}`,
      group,
      label: translate(`resources.${name}.createTitle`, {
        _: translate('ra.page.create', { name: translate(`resources.${name}.name`, { smart_count: 1 }) }),
      }),
      to: pathTo(name, 'create') ?? '/',
    })),
    ...bespoke
      .filter(({ creates }) => mayCreate(registry[creates], actor))
      .map(({ path, text }) => ({ id: path, group, label: translate(text), to: path })),
  ]
}

const useActions = (onSignOut: () => void): Command[] => {
  const translate = useTranslate()
  const [theme, setTheme] = useTheme()
  const group = translate('commands.actions')
  return [
    {
      id: 'theme',
      group,
      label: translate('ra.action.toggle_theme'),
      also: translate('commands.also.theme'),
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    { id: 'logout', group, label: translate('menu.logout'), run: onSignOut },
  ]
}

/** Lists that other screens lead to: they are not in the menu. */
const furtherLists: readonly Resource[] = [
  registry.downloads,
  registry.templates,
  registry.mails,
  registry.security_events,
  registry.webhooks,
  registry.deliveries,
  registry.viewings,
]

const useFurtherScreens = (group: string): Command[] => {
  const translate = useTranslate()
  const actor = useActor()
  const lists = furtherLists.filter(resource => mayList(resource, actor))
  return [
    ...lists.map(({ name }) => ({
      ...{ id: `list-${name}`, group, to: pathTo(name, 'list') ?? '/' },
      label: translate(`resources.${name}.name`, { smart_count: 2 }),
      also: translate(`commands.also.${name}`, { _: '' }),
    })),
    ...(actor.role === 'root'
      ? [
          {
            ...{ id: '/admin', group, to: '/admin', label: translate('maintenance.title') },
            also: translate('commands.also.maintenance'),
          },
        ]
      : []),
  ]
}

/** The screens, forms and actions that the user's role has. */
const useScreenCommands = (onSignOut: () => void): Command[] => {
  const translate = useTranslate()
  const group = translate('commands.screens')
  const screens = useMenuItems().map(({ key, path }) => ({
    id: path,
    group,
    label: translate(`menu.${key}`),
    to: path,
  }))
  const profile = {
    ...{ id: PROFILE, group, to: PROFILE, label: translate('profile.title') },
    also: translate('commands.also.profile'),
  }
  return [...screens, profile, ...useFurtherScreens(group), ...useCreating(), ...useActions(onSignOut)]
}

/** The number of recently opened screens and records that an empty palette offers. */
const RECENT = 5

type Recent = { readonly id: string; readonly label: string; readonly hint?: string; readonly to: string }

/** What this user opened from the palette, newest first; it ends with the session. */
const useRecent = () => {
  const translate = useTranslate()
  const [recent, setRecent] = useStore<readonly Recent[]>(`${useActor().uid}.commands.recent`, [])
  const group = translate('commands.recent')
  return {
    recent: recent.map((each): Command => ({ ...each, id: `recent ${each.id}`, group })),
    note: ({ id, label, hint, to }: Command) => {
      if (to === undefined) return
      const plain = id.replace(/^recent /, '')
      const others = recent.filter(each => each.id !== plain)
      setRecent([{ id: plain, label, to, ...(hint && { hint }) }, ...others].slice(0, RECENT))
    },
  }
}

type Props = {
  readonly onClose: () => void
  readonly onSignOut: () => void
  /** Returns what was typed before the palette was loaded. */
  readonly earlyKeys: () => EarlyKeys
}

const Entry = ({ label, hint }: Command) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, width: 1, minWidth: 0 }}>
    <Typography component="span" noWrap>
      {label}
    </Typography>
    {hint && (
      <Typography component="span" noWrap variant="body2" sx={{ color: 'text.secondary', flexShrink: 0 }}>
        {hint}
      </Typography>
    )}
  </Box>
)

/** Options in named groups, in the roles that screen readers expect of a list box. */
const renderGroup: ComponentProps<typeof Autocomplete>['renderGroup'] = ({ key, group, children }) => (
  <Box component="li" role="group" aria-label={group} key={key}>
    <Typography aria-hidden variant="subtitle2" sx={{ px: 2, pt: 1.5, pb: 0.5, color: 'text.secondary' }}>
      {group}
    </Typography>
    <Box component="ul" role="presentation" sx={{ p: 0 }}>
      {children}
    </Box>
  </Box>
)

const useOffered = (onSignOut: () => void) => {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const screens = useScreenCommands(onSignOut)
  const records = useRecordCommands(text)
  const { recent, note } = useRecent()
  const fitting = findCommands(screens, text)
  const none = records.failed ? 'failed' : records.searching ? 'searching' : 'none'
  return {
    ...{ text, setText, note, none: translate(`commands.${none}`) },
    offered: [...(text === '' ? recent : []), ...fitting, ...records.commands],
    // Screens come first: if any matches, the first option is known.
    isFirstKnown: fitting.length > 0 || !records.searching,
  }
}

type InputProps = { readonly params: AutocompleteRenderInputParams; readonly label: string }

const Input = ({ params: { InputProps, inputProps, ...params }, label }: InputProps) => (
  <TextField
    {...params}
    autoFocus
    placeholder={label}
    margin="none"
    slotProps={{
      htmlInput: { ...inputProps, 'aria-label': label },
      input: {
        ref: InputProps.ref,
        startAdornment: (
          <InputAdornment position="start">
            <SearchIcon aria-hidden />
          </InputAdornment>
        ),
      },
    }}
  />
)

/** Renders the options below the input, inside the dialog. */
const parts = {
  popper: { sx: { position: 'static !important', transform: 'none !important', width: '100% !important' } },
  paper: { elevation: 0 },
  listbox: { sx: { maxHeight: '60vh' } },
} as const

const Search = ({ onClose, onSignOut, earlyKeys }: Props) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { text, setText, offered, isFirstKnown, note, none } = useOffered(onSignOut)
  const run = (command: Command | null) => {
    if (!command) return
    note(command)
    onClose()
    if (command.run) command.run()
    else navigate(command.to)
  }
  const enter = useEnter(isFirstKnown, () => run(offered[0] ?? null))
  const takeEarlyKeys = useEffectEvent(() => {
    const { text: typed, entered } = earlyKeys()
    setText(typed)
    if (entered) enter.onEntered()
  })
  // The input has the focus from here on.
  useEffect(() => takeEarlyKeys(), [])
  return (
    <Autocomplete<Command>
      open
      disablePortal
      autoHighlight
      options={offered}
      filterOptions={options => options}
      groupBy={({ group }) => group}
      getOptionKey={({ id }) => id}
      // The label identifies the highlighted option: two records may have the same name.
      getOptionLabel={({ id }) => id}
      value={null}
      inputValue={text}
      onInputChange={(_, next, reason) => {
        if (reason !== 'input') return
        setText(next)
        enter.onTyped()
      }}
      onKeyDown={enter.onKeyDown}
      onHighlightChange={enter.onChosen}
      onChange={(_, command) => run(command)}
      onClose={(_, reason) => reason === 'escape' && onClose()}
      noOptionsText={none}
      renderInput={params => <Input params={params} label={translate('commands.placeholder')} />}
      renderGroup={renderGroup}
      renderOption={({ key, ...props }, command) => (
        <Box component="li" key={key} {...props}>
          <Entry {...command} />
        </Box>
      )}
      slotProps={parts}
    />
  )
}

/** Finds records, screens and actions by name; arrow keys choose, Enter runs the choice. */
export const CommandPalette = (props: Props) => {
  const translate = useTranslate()
  const title = useId()
  return (
    <Dialog
      open
      onClose={props.onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={title}
      slotProps={{ paper: { sx: { p: 1.5, alignSelf: 'flex-start', mt: { xs: 1, sm: 8 } } } }}
    >
      <h2 id={title} hidden>
        {translate('menu.commands')}
      </h2>
      <WithActor>
        <Search {...props} />
      </WithActor>
    </Dialog>
  )
}
