import CustomerIcon from '@mui/icons-material/AddBusinessOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, useTranslate } from 'react-admin'
import { WithActor } from '~/src/admin/rights'
import { NEW_CUSTOMER, useMayCreateCustomer } from './may-create-customer'

/** Links to the form of a new customer, for users who may create one. */
export const CustomerLink = () => {
  const translate = useTranslate()
  if (!useMayCreateCustomer()) return null
  return (
    <Button component={Link} to={NEW_CUSTOMER} variant="outlined" startIcon={<CustomerIcon />}>
      {translate('resources.companies.newCustomer')}
    </Button>
  )
}

/** The same link on the home page, below the welcome. */
export const HomeLink = () => (
  <WithActor>
    <Box sx={{ mb: 3, '&:empty': { display: 'none' } }}>
      <CustomerLink />
    </Box>
  </WithActor>
)
