import { useNotify, useRedirect } from 'react-admin'
import type { Resource } from '~/model/define'
import { useActor } from '~/src/admin/actor'
import type { Mode } from '~/src/admin/admin-config'
import { pathTo } from '~/src/admin/paths'
import { failureOf } from '~/src/api/contract/failures'
import { draftKey, dropDraft } from './draft'
import { useFormStatus } from './form-state'

const done = { create: 'ra.notification.created', update: 'ra.notification.updated' } as const

type Made = { readonly id: unknown }

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
  const notify = useNotify()
  const redirect = useRedirect()
  const { uid } = useActor()
  return {
    meta: { also: mode === 'create' ? createDefaults : undefined },
    // Also offline: react-query would otherwise wait for the network silently.
    networkMode: 'always' as const,
    onMutate: () => setFailure(null),
    onSuccess: (record: Made) => {
      saved.current = true
      dropDraft(draftKey(uid, name, id))
      notify(done[mode], { type: 'success', messageArgs: { smart_count: 1 } })
      if (then) then(record)
      else redirect(pathTo(name, 'show', record.id) ?? pathTo(name, 'list', record.id) ?? '/')
    },
    onError: (error: unknown) => setFailure(failureOf(error).errors ? null : error),
  }
}
