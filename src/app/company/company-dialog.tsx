import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type ComponentProps, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Link } from '~/model/fields'
import { useChooseCompany } from '~/src/admin/choose-company'
import { useLinkChoices } from '~/src/admin/form/link-choices'
import { useChosenCompany } from '~/src/admin/rights'
import { useDebounced } from '~/src/ui/use-debounced'

/** Milliseconds without a key before companies are searched. */
const WHILE_TYPING = 200

/** Maximum number of companies listed: others are found by name. */
const LISTED = 50

/** The value for all companies: no record has this reference. */
const ALL = ''

/** Companies that begin with the text; without a text, the chosen one comes first, so that Enter keeps it. */
const useOffered = () => {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const chosen = useChosenCompany()
  const settled = useDebounced(text, WHILE_TYPING)
  const { links, isPending } = useLinkChoices('companies', settled)
  const all: Link = { ref: ALL, label: translate('menu.allCompanies') }
  const others = links.filter(({ ref }) => ref !== chosen?.ref)
  const listed = links.slice(0, LISTED)
  const first = chosen ? [chosen, all] : [all]
  const found = text === '' ? [...first, ...others.slice(0, LISTED)] : listed
  return {
    text,
    setText,
    // Results for a shorter text are hidden, so that a quick Enter does not choose one.
    offered: text === settled ? found : [],
    isPending: isPending || text !== settled,
    current: chosen ?? all,
    more: links.length > listed.length,
  }
}

type Props = { readonly onClose: () => void }

const Search = ({ onClose }: Props) => {
  const translate = useTranslate()
  const choose = useChooseCompany()
  const { text, setText, offered, isPending, current, more } = useOffered()
  const label = translate('company.search')
  const renderInput: ComponentProps<typeof Autocomplete>['renderInput'] = params => (
    <TextField
      {...params}
      autoFocus
      label={label}
      margin="dense"
      helperText={more && translate('company.more')}
    />
  )
  return (
    <Autocomplete<Link>
      open
      disablePortal
      autoHighlight
      loading={isPending}
      loadingText={translate('company.loading')}
      noOptionsText={translate('company.none')}
      options={offered}
      filterOptions={options => options}
      getOptionKey={({ ref }) => ref}
      getOptionLabel={({ label: name }) => name}
      value={null}
      inputValue={text}
      onInputChange={(_, next, reason) => reason === 'input' && setText(next)}
      onChange={(_, company) => {
        if (company) choose(company.ref === ALL ? undefined : company)
        onClose()
      }}
      onClose={(_, reason) => reason === 'escape' && onClose()}
      renderInput={renderInput}
      renderOption={({ key, ...props }, { ref, label: name }) => (
        <Box
          component="li"
          key={key}
          {...props}
          aria-current={ref === current.ref}
          sx={{ overflowWrap: 'anywhere', fontWeight: ref === current.ref ? 600 : undefined }}
        >
          {name}
        </Box>
      )}
      slotProps={{
        popper: {
          sx: { position: 'static !important', transform: 'none !important', width: '100% !important' },
        },
        paper: { elevation: 0 },
        listbox: { sx: { maxHeight: '50vh' } },
      }}
    />
  )
}

/** Chooses the company that all lists are limited to. */
export const CompanyDialog = ({ onClose }: Props) => {
  const translate = useTranslate()
  const title = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="xs"
      aria-labelledby={title}
      slotProps={{ paper: { sx: { alignSelf: 'flex-start', mt: { xs: 1, sm: 8 } } } }}
    >
      <DialogTitle id={title}>{translate('company.title')}</DialogTitle>
      <DialogContent>
        {translate('company.help')}
        <Search onClose={onClose} />
      </DialogContent>
    </Dialog>
  )
}
