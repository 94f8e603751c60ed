import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'react-admin'
import { tokens } from '~/model/resources/tokens'
import { useActor } from '~/src/admin/actor'
import { mayList } from '~/src/admin/rights'
import { Section } from '~/src/ui/section'

/** Leads to the API tokens, for those who may have some. */
export const OwnTokens = () => {
  const translate = useTranslate()
  if (!mayList(tokens, useActor())) return null
  return (
    <Section title={translate('resources.tokens.name', { smart_count: 2 })}>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{translate('profile.tokensText')}</Typography>
      <Button variant="outlined" component={LinkBase} to={tokens.paths.list}>
        {translate('profile.tokens')}
      </Button>
    </Section>
  )
}
