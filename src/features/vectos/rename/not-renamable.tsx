import RenameIcon from '@mui/icons-material/DriveFileRenameOutlineOutlined'
import Button from '@mui/material/Button'
import { Link, useTranslate } from 'react-admin'
import type { PanelVecto } from '~/model/record-types'
import { BackButton } from '~/src/admin/back-button'
import { pathTo } from '~/src/admin/paths'
import { EmptyState } from '~/src/ui/empty-state'
import { PageHeading } from '~/src/ui/page-heading'

/** The 3D video at this address can no longer be renamed, or not yet. */
export const NotRenamable = ({ record }: { record: PanelVecto }) => {
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
