import SearchIcon from '@mui/icons-material/SearchOutlined'
import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ComponentProps, useId, useState } from 'react'
import { useNavigate, useTranslate } from 'react-admin'
import { wordsOf } from '~/model/text'
import { WithActor } from '~/src/admin/actor'
import type { Command } from './command'
import { useEnter } from './use-enter'
import { useRecordCommands } from './use-record-commands'
import { useScreenCommands } from './use-screen-commands'

type Props = { readonly onClose: () => void; readonly onSignOut: () => void }

/** Every word typed begins a word of the label: 'new us' finds 'New user', "journal d'aud" 'Journal d’audit'. */
const fits = ({ label }: Command, text: string) => {
  const words = wordsOf(label)
  return wordsOf(text).every(part => words.some(word => word.startsWith(part)))
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
  const fitting = screens.filter(each => fits(each, text))
  const none = records.failed ? 'failed' : records.searching ? 'searching' : 'none'
  return {
    ...{ text, setText, none: translate(`commands.${none}`) },
    offered: [...fitting, ...records.commands],
    // Screens stand first: with one of them, the first is known.
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

/** The options stand below the input, in the dialog. */
const parts = {
  popper: { sx: { position: 'static !important', transform: 'none !important', width: '100% !important' } },
  paper: { elevation: 0 },
  listbox: { sx: { maxHeight: '60vh' } },
} as const

const Search = ({ onClose, onSignOut }: Props) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { text, setText, offered, isFirstKnown, none } = useOffered(onSignOut)
  const run = (command: Command | null) => {
    if (!command) return
    onClose()
    if (command.run) command.run()
    else navigate(command.to)
  }
  const enter = useEnter(isFirstKnown, () => run(offered[0] ?? null))
  return (
    <Autocomplete<Command>
      open
      disablePortal
      autoHighlight
      options={offered}
      filterOptions={options => options}
      groupBy={({ group }) => group}
      getOptionKey={({ id }) => id}
      // What is highlighted is recognised by this among other options: two records may have one name.
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

/** Finds records, screens and actions by their name; arrow keys choose, Enter goes there. */
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
