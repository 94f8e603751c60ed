import { useRedirect } from 'react-admin'
import type { Resource } from '~/model/define'
import { type Mode, useOwnMessage } from '~/src/admin/admin-config'
import { pathTo } from '~/src/admin/paths'
import { useActor } from '~/src/admin/rights'
import { failureOf } from '~/src/api/contract/records'
import { useToast } from '~/src/ui/failure-text'
import { draftKey, dropDraft } from './draft'
import { useFormStatus } from './form-state'

const done = { create: 'created', update: 'updated' } as const

/** `secret`: returned only by the creation of a record that has one. */
export type Made = { readonly id: unknown; readonly secret?: unknown }

/** Opens the saved record, or the list if records have no screen. */
export const useOpenSaved = (name: string) => {
  const redirect = useRedirect()
  return ({ id }: Made) => redirect(pathTo(name, 'show', id) ?? pathTo(name, 'list', id) ?? '/')
}

/**
 * Handles the result of a save: opens the record, or shows the reason in a banner and keeps the form.
 * @param then replaces opening the record
 */
export const useSaving = (
  { name, createDefaults }: Resource,
  mode: Mode,
  id = 'create',
  then?: (record: Made) => void,
) => {
  const { setFailure, saved } = useFormStatus()
  const toast = useToast()
  const ownMessage = useOwnMessage(name)
  const open = useOpenSaved(name)
  const { uid } = useActor()
  return {
    meta: {
      also: mode === 'create' ? createDefaults : undefined,
      ...(mode === 'create' && { attempt: draftKey(uid, name, id) }),
    },
    onMutate: () => setFailure(null),
    onSuccess: (record: Made) => {
      saved.current = true
      dropDraft(draftKey(uid, name, id))
      toast(
        ownMessage(`notifications.${done[mode]}`, `ra.notification.${done[mode]}`, { smart_count: 1 }),
        'success',
      )
      const next = then ?? open
      next(record)
    },
    onError: (error: unknown) => setFailure(failureOf(error).errors ? null : error),
  }
}
