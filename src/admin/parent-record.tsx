import { createContext, type ReactNode, useContext } from 'react'
import { type RaRecord, useGetOne, useTranslate } from 'react-admin'
import { useParams } from 'react-router'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Link } from '~/model/fields'
import { parentOf, refOf, uidIn, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { BadAddress } from '~/src/ui/bad-address'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { LoadFailure } from './show/load-failure'

/** The record that a nested resource's screen stands in. */
export type ParentRecord = { readonly link: Link; readonly uid: string }

const ParentContext = createContext<ParentRecord | null>(null)

export const useParentRecord = () => useContext(ParentContext)

type Props = { readonly resource: Resource; readonly children: ReactNode }

type ParentProviderProps = {
  readonly resource: string
  readonly record: RaRecord
  readonly children: ReactNode
}

/** Around what is listed of a record, so that more is made in it. */
export const ParentProvider = ({ resource, record, children }: ParentProviderProps) => {
  const uid = uidOf(String(record.id))
  const link = { ref: refOf(resource, uid), label: labelOf(resourceOf(resource), record) }
  return <ParentContext value={{ link, uid }}>{children}</ParentContext>
}

const LoadedParent = ({ parent, uid, children }: { parent: string; uid: string; children: ReactNode }) => {
  const { data, error, isPending, refetch } = useGetOne(
    parent,
    { id: uid },
    { onError: () => undefined, retry: false },
  )
  if (error && !data) return <LoadFailure resource={parent} error={error} onRetry={refetch} />
  if (isPending || !data) return <ListSkeleton />
  return (
    <ParentProvider resource={parent} record={data}>
      {children}
    </ParentProvider>
  )
}

/** Reads the holder that the address names, and says so when it names none. */
const ParentFromAddress = ({ parent, children }: { parent: string; children: ReactNode }) => {
  const translate = useTranslate()
  const { parent: path, pid = path ?? '' } = useParams()
  const uid = uidIn(parent, pid)
  if (!uid) return <BadAddress text={translate(`resources.${parent}.badPath`, { value: pid })} />
  return (
    <LoadedParent key={uid} parent={parent} uid={uid}>
      {children}
    </LoadedParent>
  )
}

/** Around the list and the create screen of what lives in a record; other resources stand as they are. */
export const WithParent = ({ resource, children }: Props) => {
  const parent = parentOf(resource)
  const { parent: path, pid = path } = useParams()
  if (parent === undefined || (pid === undefined && resource.flat)) return children
  return <ParentFromAddress parent={parent}>{children}</ParentFromAddress>
}
