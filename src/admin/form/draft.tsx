import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useFormContext, useFormState } from 'react-hook-form'
import type { Resource } from '~/model/define'
import { isObject } from '~/model/objects'
import { sessionStore } from '~/src/api/browser-storage'
import { DRAFTS, isExpiring, onLeaving } from '~/src/api/session'
import { useFormStatus } from './form-state'

type Values = Readonly<Record<string, unknown>>

/** Keyed by user and record: a draft is offered only to the user who typed it. */
export const draftKey = (uid: string, resource: string, id: string) => `${DRAFTS}${uid}.${resource}.${id}`

export const readDraft = (key: string): Values | null => {
  try {
    const values: unknown = JSON.parse(sessionStore.get(key) ?? 'null')
    return isObject(values) ? values : null
  } catch {
    return null
  }
}

export const dropDraft = (key: string) => sessionStore.remove(key)

export const keepDraft = (key: string, values: Values) => {
  try {
    sessionStore.set(key, JSON.stringify(values))
  } catch {
    // Storage is full or blocked: drafts are best effort.
  }
}

/**
 * When a session has expired, the page leaves with a full load: the last input is stored before the page unloads, even
 * without a key press, and the browser does not prompt.
 */
const guardExpiry = (key: string, values: () => Values | null) => {
  const write = () => {
    const draft = values()
    if (draft) keepDraft(key, draft)
  }
  const writeLate = () => isExpiring() && write()
  const pass = (event: Event) => {
    if (isExpiring()) event.stopImmediatePropagation()
  }
  const release = onLeaving(write)
  addEventListener('pagehide', writeLate)
  addEventListener('beforeunload', pass, { capture: true })
  return () => {
    release()
    removeEventListener('pagehide', writeLate)
    removeEventListener('beforeunload', pass, { capture: true })
  }
}

type Props = {
  /** The values to store; `storedOf` returns those of a definition. */
  readonly stored: readonly string[]
  readonly storageKey: string
}

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
      // A form that stays open after a save has unsaved input again once the user types.
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

/**
 * The `resetOptions` of a form whose default values can change while it is open: with the company of the bar, the
 * language, or a record that another user changes. Untouched fields follow; typed input stays.
 */
export const keepTyped = { keepDirtyValues: true } as const
