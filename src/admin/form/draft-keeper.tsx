import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useFormContext, useFormState } from 'react-hook-form'
import type { Resource } from '~/model/define'
import { dropDraft, guardExpiry, keepDraft, readDraft } from './draft'
import { useFormStatus } from './form-state'

type Props = {
  /** The values to store; `storedOf` tells those of a definition. */
  readonly stored: readonly string[]
  readonly storageKey: string
}
type Values = Record<string, unknown>

const WHILE_TYPING = 300

/** The fields of a definition, without those that must not be stored. */
export const storedOf = ({ fields }: Resource) =>
  Object.keys(fields).filter(path => fields[path]?.kind !== 'password')

const changedOf = (stored: readonly string[], values: Values, dirty: object): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key in dirty && stored.includes(key)))

const useKeeping = ({ stored, storageKey }: Props) => {
  const { watch, getValues } = useFormContext()
  const { dirtyFields } = useFormState()
  const dirty = useRef(dirtyFields)
  dirty.current = dirtyFields
  const names = useRef(stored)
  names.current = stored
  const { saved } = useFormStatus()
  const written = useRef(false)
  useEffect(() => {
    const values = () => {
      const typed = changedOf(names.current, getValues(), dirty.current)
      return Object.keys(typed).length > 0 && !saved.current ? typed : null
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (_values: unknown, { type }: { type?: string }) => {
      // A form that stays open after it was saved has something to lose again once one types.
      if (type === 'change') saved.current = false
      clearTimeout(timer)
      timer = setTimeout(() => {
        const typed = values()
        // Input that was undone removes only a draft written here, not one that is still offered.
        if (typed) keepDraft(storageKey, typed)
        else if (written.current) dropDraft(storageKey)
        written.current = typed !== null
      }, WHILE_TYPING)
    }
    const { unsubscribe } = watch(later)
    const release = guardExpiry(storageKey, values)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      release()
    }
  }, [watch, getValues, storageKey, saved])
}

/** Saves a draft of the form for this browser session, and offers to restore an earlier one. */
export const DraftKeeper = (props: Props) => {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const [draft, setDraft] = useState(() => readDraft(props.storageKey))
  useKeeping(props)
  if (!draft) return null
  const restore = () => {
    for (const [path, value] of Object.entries(draft)) setValue(path, value, { shouldDirty: true })
    setDraft(null)
  }
  const discard = () => {
    dropDraft(props.storageKey)
    setDraft(null)
  }
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <>
          <Button color="inherit" size="small" onClick={restore}>
            {translate('admin.draft.restore')}
          </Button>
          <Button color="inherit" size="small" onClick={discard}>
            {translate('admin.draft.discard')}
          </Button>
        </>
      }
    >
      {translate('admin.draft.text')}
    </Alert>
  )
}
