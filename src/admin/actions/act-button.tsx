import RefreshIcon from '@mui/icons-material/Autorenew'
import RevokeIcon from '@mui/icons-material/LinkOffOutlined'
import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined'
import StopIcon from '@mui/icons-material/StopCircleOutlined'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { type Identifier, useDataProvider, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { useLocation, useNavigate } from 'react-router'
import { type ActionsProps, actionKey, useOwnMessage } from '~/src/admin/admin-config'
import { pathTo } from '~/src/admin/paths'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { laterPart, laterTexts } from '~/src/ui/later-part'

/** Leaves the screen of a record, from which an action created another one, for that of the new record. */
const useGoToCreated = (resource: string) => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (id: Identifier, created: unknown) => {
    const here = pathTo(resource, 'show', id)
    if (typeof created !== 'string' || !here || !`${pathname}/`.startsWith(`${here}/`)) return
    const holder = String(id).slice(0, String(id).lastIndexOf('/') + 1)
    navigate(pathTo(resource, 'show', `${holder}${created}`) ?? '/')
  }
}

/** Performs an action of the definition on the record in context, then refreshes all data; once, until it is answered. */
const useAct = (resource: string, action: string) => {
  const goToCreated = useGoToCreated(resource)
  const provider = useDataProvider<PanelDataProvider>()
  const record = useRecordContext()
  const toast = useToast()
  const refresh = useRefresh()
  const say = useOwnMessage(resource)
  const textOf = useFailureText()
  const running = useRef(false)
  return async () => {
    if (!record || running.current) return
    running.current = true
    // Among them is the message about its result. Without them its key is shown: the action must not seem to have failed.
    const texts = laterTexts.load().catch(() => undefined)
    try {
      const answer = await provider.act(resource, record.id, action)
      await texts
      toast(say(`done.${action}`, 'admin.done'), 'success')
      refresh()
      goToCreated(record.id, answer.created)
    } catch (error) {
      await texts
      toast(textOf(error).text, 'error')
    } finally {
      running.current = false
    }
  }
}

const ActDialog = laterPart(() => import('./act-dialog').then(file => file.ActDialog))

const icons: Readonly<Record<string, ReactNode>> = {
  restore: <RestoreIcon fontSize="small" />,
  cancel: <StopIcon fontSize="small" />,
  revoke: <RevokeIcon fontSize="small" />,
}

/** A declared action as a button; it requires a confirmation if the definition does. */
export const ActButton = ({ resource, Button, action }: ActionsProps & { readonly action: string }) => {
  const translate = useTranslate()
  const [asking, setAsking] = useState(false)
  const act = useAct(resource.name, action)
  const label = translate(actionKey(resource.name, action))
  const ask = resource.actions?.[action]?.confirm === true
  return (
    <>
      <Button
        label={label}
        icon={icons[action] ?? <RefreshIcon fontSize="small" />}
        onClick={() => (ask ? setAsking(true) : act())}
      />
      {asking && (
        <Suspense>
          <ActDialog resource={resource} action={action} onConfirm={act} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
