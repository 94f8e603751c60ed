import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'react-admin'
import { tokens } from '~/model/resources/tokens'
import { webhooks } from '~/model/resources/webhooks'
import { useActor } from '~/src/admin/actor'
import { mayList } from '~/src/admin/rights'
import { Section } from '~/src/ui/section'

/** Leads to API tokens and webhooks, for those who may have some. */
export const Automation = () => {
  const translate = useTranslate()
  const actor = useActor()
  const lists = [tokens, webhooks].filter(list => mayList(list, actor))
  if (lists.length === 0) return null
  return (
    <Section title={translate('profile.automation')}>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{translate('profile.automationText')}</Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        {lists.map(({ name, paths }) => (
          <Button key={name} variant="outlined" component={LinkBase} to={paths.list}>
            {translate(`resources.${name}.name`, { smart_count: 2 })}
          </Button>
        ))}
      </Stack>
    </Section>
  )
}
