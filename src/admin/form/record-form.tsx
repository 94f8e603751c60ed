import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, Suspense, useId } from 'react'
import { Form, Link, SaveButton, useRecordContext, useSaveContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { type Mode, useSlot } from '~/src/admin/admin-config'
import { useParentRecord } from '~/src/admin/parent-record'
import { pathTo, usePlace } from '~/src/admin/paths'
import { useActor, useStartingCompany } from '~/src/admin/rights'
import { ListSkeleton } from '~/src/ui/page'
import { DraftKeeper, draftKey, keepTyped, storedOf } from './draft'
import { ErrorSummary } from './error-summary'
import { FieldInput } from './field-input'
import { FormFailure } from './form-failure'
import { type FormField, formFields, sectionsOf, startingValues } from './form-fields'
import { useFormStatus } from './form-state'

type Props = {
  readonly resource: Resource
  readonly mode: Mode
  /** The target of "Cancel"; the list if absent. */
  readonly cancel?: string
  /** The label of the save button, if it does more than save. */
  readonly save?: string
  /** The title of a failure, shown before the reason. */
  readonly failed?: string
  /** Distinguishes the drafts of several forms of one resource. */
  readonly draft?: string
  /** Shown above the buttons. */
  readonly notice?: ReactNode
}

const FormButtons = ({ resource, cancel, save }: Pick<Props, 'resource' | 'cancel' | 'save'>) => {
  const translate = useTranslate()
  const { uploading } = useFormStatus()
  const { saving = false } = useSaveContext()
  const place = usePlace(resource)
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', pt: 1 }}>
      <SaveButton
        disabled={uploading || saving}
        alwaysEnable={!uploading && !saving}
        {...(save && { label: save, icon: null })}
      />
      <Button component={Link} to={cancel ?? pathTo(resource.name, 'list', place) ?? '/'} color="inherit">
        {translate('ra.action.cancel')}
      </Button>
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
        {uploading && translate('admin.form.uploading')}
      </Typography>
    </Stack>
  )
}

/** Fields of a section in a column; of a named section below its heading and an explanation. */
const FormSection = ({
  resource,
  name,
  children,
}: {
  resource: Resource
  name: string
  children: ReactNode
}) => {
  const translate = useTranslate()
  const id = useId()
  const text = (part: string) => translate(`resources.${resource.name}.sections.${name}.${part}`)
  return (
    <Box role={name ? 'group' : undefined} aria-labelledby={name ? id : undefined}>
      {name && (
        <Box sx={{ mb: 1.5 }}>
          <Typography id={id} component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
            {text('title')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {text('text')}
          </Typography>
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>{children}</Box>
    </Box>
  )
}

type BodyProps = Omit<Props, 'draft'> & { readonly fields: FormField[]; readonly storageKey: string }

const Body = ({ resource, mode, fields, storageKey, failed, notice, ...buttons }: BodyProps) => {
  const paths = fields.map(({ path }) => path)
  return (
    <Card variant="outlined" sx={{ p: { xs: 2, sm: 3 }, maxWidth: 720 }}>
      <DraftKeeper stored={storedOf(resource)} storageKey={storageKey} />
      <FormFailure resource={resource.name} paths={paths} title={failed} />
      <ErrorSummary resource={resource.name} order={paths} />
      <Stack sx={{ gap: 3 }}>
        {sectionsOf(resource, fields).map(({ key, fields: own }) => (
          <FormSection key={key} resource={resource} name={key}>
            {own.map(field => (
              <FieldInput key={field.path} {...field} resource={resource} mode={mode} />
            ))}
          </FormSection>
        ))}
      </Stack>
      {notice}
      <FormButtons resource={resource} {...buttons} />
    </Card>
  )
}

/** The form, and its slot to the right or below. */
const beside = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
} as const

/** The form of a definition, for creating and updating a record. */
export const RecordForm = ({ resource, mode, draft = 'create', ...body }: Props) => {
  const record = useRecordContext()
  const actor = useActor()
  const company = useStartingCompany()
  const holder = useParentRecord()
  const fields = formFields(resource, mode, actor, record)
  const { panel: Under } = useSlot(resource.slots?.form)
  const storageKey = draftKey(actor.uid, resource.name, String(record?.id ?? draft))
  return (
    <Form
      warnWhenUnsavedChanges
      // The summary takes the focus, and links to each field.
      shouldFocusError={false}
      disableInvalidFormNotification
      defaultValues={mode === 'create' ? startingValues(resource, actor, company, holder?.link) : {}}
      resetOptions={keepTyped}
      noValidate
    >
      <Box sx={Under ? beside : {}}>
        {/* Renders all inputs together: a missing input would be saved unvalidated. */}
        <Suspense fallback={<ListSkeleton />}>
          <Body resource={resource} mode={mode} fields={fields} storageKey={storageKey} {...body} />
        </Suspense>
        {Under && (
          <Suspense fallback={<ListSkeleton />}>
            <Under />
          </Suspense>
        )}
      </Box>
    </Form>
  )
}
