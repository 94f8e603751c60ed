import RenameIcon from '@mui/icons-material/DriveFileRenameOutlineOutlined'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { FocusEvent } from 'react'
import { Form, Link, SaveButton, useTranslate } from 'react-admin'
import type { PanelVecto } from '~/model/record-types'
import { resourceOf } from '~/model/registry'
import { useActor } from '~/src/admin/actor'
import { BackButton } from '~/src/admin/back-button'
import { draftKey } from '~/src/admin/form/draft'
import { DraftKeeper } from '~/src/admin/form/draft-keeper'
import { FailureBanner } from '~/src/admin/form/form-failure'
import { keepTyped } from '~/src/admin/form/keep-typed'
import { TextInput } from '~/src/admin/form/text-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { labelKey } from '~/src/admin/labels'
import { pathTo } from '~/src/admin/paths'
import { PageHeading } from '~/src/ui/page-heading'
import { useRename } from './use-rename'

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
export const RenameForm = ({ record }: { record: PanelVecto }) => {
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
