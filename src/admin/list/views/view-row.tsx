import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import ReplaceIcon from '@mui/icons-material/SaveOutlined'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Confirm, useTranslate } from 'react-admin'
import { views } from '~/model/resources/views'
import { useParentRecord } from '~/src/admin/parent-record'
import type { SavedView, ViewCalls, ViewChanges } from '~/src/api/contract/view-calls'
import { IconAction } from '~/src/ui/icon-action'
import { isComposing, isEnter } from '~/src/ui/shortcut'

type Act = (work: (calls: ViewCalls) => Promise<unknown>, done?: string) => Promise<boolean>

type Props = {
  readonly view: SavedView
  readonly sharing: boolean
  /** The list as it is. */
  readonly now: Pick<ViewChanges, 'tab' | 'query'>
  readonly act: Act
  readonly onDelete: () => void
}

const row = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: 1.5,
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** Saved as soon as the field is left, or Enter is pressed; Escape restores it. */
const NameField = ({ view, act }: Pick<Props, 'view' | 'act'>) => {
  const translate = useTranslate()
  const [name, setName] = useState(view.name)
  const save = async () => {
    const next = name.trim()
    if (next === view.name) return
    const isSaved = next !== '' && (await act(calls => calls.update(view, { name: next })))
    if (!isSaved) setName(view.name)
  }
  return (
    <TextField
      size="small"
      value={name}
      onChange={event => setName(event.target.value)}
      onBlur={save}
      onKeyDown={event => {
        if (isEnter(event.nativeEvent)) void save()
        if (event.key !== 'Escape' || isComposing(event.nativeEvent) || name === view.name) return
        event.stopPropagation()
        setName(view.name)
      }}
      sx={{ flex: '1 1 220px' }}
      slotProps={{
        htmlInput: {
          'aria-label': translate('views.rename', { name: view.name }),
          maxLength: views.fields.name.max,
        },
      }}
    />
  )
}

type ToggleProps = {
  readonly label: string
  readonly name: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

const Toggle = ({ label, name, checked, onChange }: ToggleProps) => (
  <FormControlLabel
    label={label}
    control={
      <Switch
        size="small"
        checked={checked}
        onChange={(_, next) => onChange(next)}
        slotProps={{ input: { 'aria-label': name } }}
      />
    }
  />
)

/** One of the user's own views, with what can be changed of it. */
export const ViewRow = ({ view, sharing, now, act, onDelete }: Props) => {
  const translate = useTranslate()
  const [asking, setAsking] = useState(false)
  const isNested = useParentRecord() !== null
  const { name, shared, isDefault } = view
  const text = (key: string) => translate(`views.${key}`, { name })
  const update = (changes: ViewChanges) => void act(calls => calls.update(view, changes))
  return (
    <Box component="li" sx={row}>
      <NameField key={name} view={view} act={act} />
      {sharing && (
        <Toggle
          label={text('columns.share')}
          name={text('sharedSwitch')}
          checked={shared}
          onChange={next => update({ shared: next })}
        />
      )}
      {!isNested && (
        <Toggle
          label={text('columns.default')}
          name={text('defaultSwitch')}
          checked={isDefault}
          onChange={next => update({ isDefault: next })}
        />
      )}
      <Box sx={{ ml: 'auto', whiteSpace: 'nowrap' }}>
        <IconAction
          label={text('replace')}
          icon={<ReplaceIcon fontSize="small" />}
          onClick={() => void act(calls => calls.update(view, now), 'views.replaced')}
        />
        <IconAction
          label={text('delete')}
          icon={<DeleteIcon fontSize="small" />}
          onClick={() => setAsking(true)}
          colour="error"
        />
      </Box>
      <Confirm
        isOpen={asking}
        title={text('delete')}
        content={text(shared ? 'confirmDeleteShared' : 'confirmDelete')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onDelete()
        }}
      />
    </Box>
  )
}
