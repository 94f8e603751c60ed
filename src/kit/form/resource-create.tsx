import { CreateBase, useTranslate } from 'react-admin'
import { resourceOf } from '~/model/registry'
import { AccessDenied } from '~/src/kit/access-denied'
import { useActor, WithActor } from '~/src/kit/actor'
import { BackButton } from '~/src/kit/back-button'
import { useOwnMessage } from '~/src/kit/labels'
import { PageHeading } from '~/src/kit/page-heading'
import { mayCreate } from '~/src/kit/rights'
import { FormStateProvider } from './form-state'
import { RecordForm } from './record-form'
import { useSaving } from './saving'

type Props = { readonly resource: string }

const Screen = ({ resource }: Props) => {
  const definition = resourceOf(resource)
  const translate = useTranslate()
  const say = useOwnMessage(resource)
  const { meta, ...mutation } = useSaving(definition, 'create')
  const title = say('createTitle', 'ra.page.create', {
    name: translate(`resources.${resource}.name`, { smart_count: 1 }),
  })
  return (
    <CreateBase
      resource={resource}
      redirect={false}
      disableAuthentication
      mutationOptions={{ ...mutation, meta }}
    >
      <PageHeading resource={resource} title={title} before={<BackButton resource={resource} />} />
      <RecordForm resource={definition} mode="create" />
    </CreateBase>
  )
}

const Allowed = ({ resource }: Props) =>
  mayCreate(resourceOf(resource), useActor()) ? (
    <FormStateProvider>
      <Screen resource={resource} />
    </FormStateProvider>
  ) : (
    <AccessDenied />
  )

export const ResourceCreate = ({ resource }: Props) => (
  <WithActor>
    <Allowed resource={resource} />
  </WithActor>
)
