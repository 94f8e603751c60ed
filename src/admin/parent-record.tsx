import { createContext, type ReactNode, Suspense, useContext } from 'react'
import { type RaRecord, useGetOne, useTranslate } from 'react-admin'
import { useParams } from 'react-router'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Link } from '~/model/fields'
import { parentOf, refOf, uidIn, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { laterPart } from '~/src/ui/later-part'
import { BadAddress, ListSkeleton } from '~/src/ui/page'

const LoadFailure = laterPart(() => import('./show/load-failure').then(file => file.LoadFailure))

/** The parent record of a nested resource's screen. */
type ParentRecord = { readonly link: Link; readonly uid: string }

const ParentContext = createContext<ParentRecord | null>(null)

export const useParentRecord = () => useContext(ParentContext)

type Props = { readonly resource: Resource; readonly children: ReactNode }

type ParentProviderProps = {
  readonly resource: string
  readonly record: RaRecord
  readonly children: ReactNode
}

/** Provides the parent record to a nested list, so that new records are created in it. */
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
  if (error && !data)
    return (
      <Suspense fallback={<ListSkeleton />}>
        <LoadFailure resource={parent} error={error} onRetry={refetch} />
      </Suspense>
    )
  if (isPending || !data) return <ListSkeleton />
  return (
    <ParentProvider resource={parent} record={data}>
      {children}
    </ParentProvider>
  )
}

/** Loads the parent that the address names, or reports an address that names none. */
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

/** Wraps the list and the create screen of nested resources; other resources are rendered unchanged. */
export const WithParent = ({ resource, children }: Props) => {
  const parent = parentOf(resource)
  const { parent: path, pid = path } = useParams()
  if (parent === undefined || (pid === undefined && resource.flat)) return children
  return <ParentFromAddress parent={parent}>{children}</ParentFromAddress>
}
