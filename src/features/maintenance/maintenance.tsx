import ShieldIcon from '@mui/icons-material/GppMaybeOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'react-admin'
import { PageHeading } from '~/src/ui/page-heading'
import { Section } from '~/src/ui/section'
import { JobQueue } from './job-queue'
import { MailCard } from './mail-card'
import { MaintenanceTools } from './maintenance-tools'
import { ServerHealth } from './server-health'

/** Root's maintenance: the tools that rebuild data from the records, and the state of the server. */
export const Maintenance = () => {
  const translate = useTranslate()
  return (
    <>
      <PageHeading resource="companies" title={translate('maintenance.title')} />
      <Stack sx={{ gap: 3, maxWidth: 720 }}>
        <Section title={translate('maintenance.tools')}>
          <MaintenanceTools />
        </Section>
        <Section title={translate('maintenance.jobs.title')}>
          <JobQueue />
        </Section>
        <MailCard />
        <Section title={translate('maintenance.security')}>
          <Typography color="text.secondary" sx={{ mb: 1 }}>
            {translate('maintenance.securityText')}
          </Typography>
          <Button size="small" component={LinkBase} to="/admin/security" startIcon={<ShieldIcon />}>
            {translate('maintenance.security')}
          </Button>
        </Section>
        <Section title={translate('maintenance.health.title')}>
          <ServerHealth />
        </Section>
      </Stack>
    </>
  )
}
