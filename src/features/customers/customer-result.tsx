import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { Link, useTranslate } from 'react-admin'
import { pathTo } from '~/src/admin/paths'
import { useCopy } from '~/src/ui/use-copy'
import type { MadeCustomer } from './customer-calls'

type Props = { readonly made: MadeCustomer; readonly onAnother: () => void }

const Invitation = ({ link }: { link: string }) => {
  const translate = useTranslate()
  const copy = useCopy()
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, alignItems: { sm: 'center' } }}>
      <TextField
        label={translate('customers.link')}
        value={link}
        size="small"
        fullWidth
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <Button variant="outlined" onClick={() => void copy(link)} sx={{ flexShrink: 0 }}>
        {translate('admin.copy.do')}
      </Button>
    </Stack>
  )
}

/** What was made, where the invitation is, and its link. Takes the focus, so that it is read out. */
export const CustomerResult = ({ made: { company, user, link, mailed }, onAnother }: Props) => {
  const translate = useTranslate()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <Stack sx={{ gap: 2, maxWidth: 720 }}>
      <Alert severity="success" role="status" ref={place} tabIndex={-1}>
        {translate('customers.made', { name: company.name, email: user.email })}{' '}
        {mailed && translate(`deliveryStatus.${mailed}`)}
      </Alert>
      {link ? <Invitation link={link} /> : <Typography>{translate('customers.madeBefore')}</Typography>}
      {link && <Typography color="text.secondary">{translate('customers.linkText')}</Typography>}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button
          component={Link}
          to={pathTo('companies', 'show', company.uid) ?? '/company'}
          variant="contained"
        >
          {translate('customers.open')}
        </Button>
        <Button onClick={onAnother}>{translate('customers.another')}</Button>
      </Stack>
    </Stack>
  )
}
