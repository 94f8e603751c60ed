import RenameIcon from '@mui/icons-material/DriveFileRenameOutlineOutlined'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { FocusEvent } from 'react'
import { Form, Link, SaveButton, useGetOne, useRedirect, useTranslate, useUpdate } from 'react-admin'
import type { PanelVecto } from '~/model/record-of'
import { resourceOf } from '~/model/registry'
import { labelKey } from '~/src/admin/admin-config'
import { DraftKeeper, draftKey, dropDraft, keepTyped } from '~/src/admin/form/draft'
import { FailureBanner } from '~/src/admin/form/form-failure'
import { FormStateProvider, useFormStatus } from '~/src/admin/form/form-state'
import { TextInput } from '~/src/admin/form/text-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { BackButton, pathTo, useRecordId } from '~/src/admin/paths'
import { mayChange, useActor, WithActor } from '~/src/admin/rights'
import { LoadFailure } from '~/src/admin/show/load-failure'
import { failureOf } from '~/src/api/contract/records'
import { useToast } from '~/src/ui/failure-text'
import { AccessDenied, EmptyState, ListSkeleton, PageHeading } from '~/src/ui/page'

/** The 3D video at this address can no longer be renamed, or not yet. */
const NotRenamable = ({ record }: { record: PanelVecto }) => {
  const translate = useTranslate()
  return (
    <>
      <PageHeading
        resource="vectos"
        title={`${translate('resources.vectos.rename')} ${record.name}`}
        before={<BackButton resource="vectos" />}
      />
      <EmptyState
        icon={RenameIcon}
        title={translate('resources.vectos.notRenamable')}
        text={translate('resources.vectos.onlyCompleted')}
      >
        <Button component={Link} to={pathTo('vectos', 'show', record.id) ?? '/'} variant="outlined">
          {translate('resources.vectos.toShow')}
        </Button>
      </EmptyState>
    </>
  )
}

/**
 * Submits the new name; its error returns to the field, any other failure is returned as `failure`.
 * @param draft the key of the draft, which is deleted on success
 */
const useRename = (record: PanelVecto, draft: string) => {
  const translate = useTranslate()
  const toast = useToast()
  const redirect = useRedirect()
  const { failure, setFailure, saved } = useFormStatus()
  const [update] = useUpdate()
  const rename = async ({ newname }: { newname?: string }) => {
    setFailure(null)
    const data = { newname: newname?.trim(), status: 'renaming' }
    try {
      await update(
        'vectos',
        { id: record.id, data, previousData: record },
        { mutationMode: 'pessimistic', returnPromise: true, onError: () => undefined },
      )
    } catch (error) {
      const { errors } = failureOf(error)
      if (!errors) setFailure(error)
      return errors
    }
    saved.current = true
    dropDraft(draft)
    toast(translate('resources.vectos.renamed'), 'success')
    redirect(pathTo('vectos', 'list') ?? '/')
    return undefined
  }
  return { failure, rename }
}

const NEW = 'newname'
const { name } = resourceOf('vectos').fields

const Present = ({ record }: { record: PanelVecto }) => (
  <Typography component="dl" sx={{ m: 0, mb: 2 }}>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
      {useTranslate()('resources.vectos.present')}
    </Typography>
    <Typography component="dd" sx={{ m: 0, fontWeight: 500, overflowWrap: 'anywhere' }}>
      {String(record.name)}
    </Typography>
  </Typography>
)

/** Typing replaces the current name; an arrow key keeps it, to change a part. */
const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
  currentTarget.select()

const Buttons = () => {
  const translate = useTranslate()
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, pt: 1 }}>
      <SaveButton label="resources.vectos.rename" icon={<RenameIcon />} alwaysEnable />
      <Button component={Link} to={pathTo('vectos', 'list') ?? '/'} color="inherit">
        {translate('ra.action.cancel')}
      </Button>
    </Stack>
  )
}

/** The current name, and an input for the new one, which starts with it. */
const RenameForm = ({ record }: { record: PanelVecto }) => {
  const translate = useTranslate()
  const { uid } = useActor()
  const draft = draftKey(uid, 'vectos.rename', String(record.id))
  const { failure, rename } = useRename(record, draft)
  return (
    <>
      <PageHeading
        resource="vectos"
        title={`${translate('resources.vectos.rename')} ${record.name}`}
        before={<BackButton resource="vectos" />}
      />
      <Card variant="outlined" sx={{ p: { xs: 2, sm: 3 }, maxWidth: 560 }}>
        {failure !== null && <FailureBanner error={failure} />}
        <Present record={record} />
        <Form
          defaultValues={{ [NEW]: record.name }}
          resetOptions={keepTyped}
          onSubmit={rename}
          record={{}}
          noValidate
        >
          <DraftKeeper stored={[NEW]} storageKey={draft} />
          <TextInput
            source={NEW}
            label={labelKey('vectos', NEW)}
            validate={name ? validatorsFor(name, true) : []}
            helperText="resources.vectos.newNameHelp"
            autoFocus
            onFocus={selectAll}
            autoComplete="off"
            fullWidth
          />
          <Buttons />
        </Form>
      </Card>
    </>
  )
}

const definition = resourceOf('vectos')

const Loaded = () => {
  const id = useRecordId(definition.name)
  const actor = useActor()
  const { data, error, isPending, refetch } = useGetOne(
    definition.name,
    { id },
    { onError: () => undefined, retry: false },
  )
  if (error && !data) return <LoadFailure resource={definition.name} error={error} onRetry={refetch} />
  if (isPending || !data) return <ListSkeleton />
  if (!mayChange(definition, actor, data)) return <AccessDenied />
  if (data.status !== 'completed') return <NotRenamable record={data} />
  return (
    <FormStateProvider>
      <RenameForm record={data} />
    </FormStateProvider>
  )
}

/** Renames a completed 3D video. */
export const RenamePage = () => (
  <WithActor>
    <Loaded />
  </WithActor>
)
