import BusinessIcon from '@mui/icons-material/BusinessOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { HttpError, useGetOne, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import type { Link } from '~/model/fields'
import { uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { useChooseCompany, useRenameCompany } from '~/src/admin/choose-company'
import { useToast } from '~/src/ui/failure-text'

/**
 * Updates the company's name, and removes the choice of a company that was deleted or that the user may no longer read:
 * all lists would be empty.
 */
const useFollowed = ({ ref, label }: Link) => {
  const translate = useTranslate()
  const toast = useToast()
  const choose = useChooseCompany()
  const rename = useRenameCompany()
  const { data, error } = useGetOne(
    'companies',
    { id: uidOf(ref) },
    { retry: false, onError: () => undefined },
  )
  const name = data && labelOf(resourceOf('companies'), data)
  const gone = error instanceof HttpError && error.status === 404
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer.
  useEffect(() => {
    if (gone) {
      choose(undefined)
      toast(translate('company.gone', { name: label }), 'warning')
    } else if (name && name !== label) rename({ ref, label: name })
  }, [gone, name])
  return choose
}

/** Reports that a list is limited to one company, with a link to all companies. */
export const CompanyNotice = ({ company }: { company: Link }) => {
  const translate = useTranslate()
  const choose = useFollowed(company)
  return (
    <Alert
      severity="info"
      role="note"
      icon={<BusinessIcon fontSize="inherit" aria-hidden />}
      sx={{ mb: 2, alignItems: 'center', '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
      action={
        <Button color="inherit" size="small" onClick={() => choose(undefined)}>
          {translate('company.leave')}
        </Button>
      }
    >
      {translate('company.only', { name: company.label })}
    </Alert>
  )
}
