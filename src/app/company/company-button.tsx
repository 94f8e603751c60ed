import BusinessIcon from '@mui/icons-material/BusinessOutlined'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Link } from '~/model/fields'
import { uidOf } from '~/model/refs'
import { mayChooseCompany, useActor, useChosenCompany, WithActor } from '~/src/admin/rights'
import { Avatar } from '~/src/ui/avatar'
import { laterPart } from '~/src/ui/later-part'

const CompanyDialog = laterPart(() => import('./company-dialog').then(file => file.CompanyDialog))

/** On a phone only the icon, filled while a company is chosen. */
const styles = {
  minWidth: 40,
  maxWidth: { xs: 40, sm: 240 },
  px: { xs: 0, sm: 1.5 },
  '& .MuiButton-startIcon': { mx: 0, mr: { sm: 1 } },
  '& > span:last-of-type': {
    display: { xs: 'none', sm: 'block' },
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
}

const CompanyLogo = laterPart(() => import('~/src/admin/fields/link-avatar').then(file => file.LinkAvatar))

/** Width and height in pixels. */
const LOGO = 22

/** The logo of the chosen company, or its initials. */
const Logo = ({ company }: { readonly company: Link }) => (
  <Suspense fallback={<Avatar uid={uidOf(company.ref)} name={company.label} shape="square" size={LOGO} />}>
    <CompanyLogo target="companies" link={company} size={LOGO} />
  </Suspense>
)

const CompanyButton = () => {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const chosen = useChosenCompany()
  if (!mayChooseCompany(useActor())) return null
  const name = chosen?.label ?? translate('menu.allCompanies')
  return (
    <>
      <Button
        color="inherit"
        variant={chosen ? 'outlined' : 'text'}
        aria-haspopup="dialog"
        aria-label={translate('menu.company', { name })}
        title={name}
        startIcon={chosen ? <Logo company={chosen} /> : <BusinessIcon />}
        onClick={() => setOpen(true)}
        sx={styles}
      >
        <span>{name}</span>
      </Button>
      <Suspense>{open && <CompanyDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Shows root and partners the company that all lists are limited to, and lets them choose another. */
export const CompanySwitch = () => (
  <WithActor>
    <CompanyButton />
  </WithActor>
)
