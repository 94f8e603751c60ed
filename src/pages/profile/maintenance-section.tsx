import { useTranslate } from 'react-admin'
import { Section } from '~/src/kit/section'
import { MaintenanceTools } from '~/src/pages/administration/maintenance-tools'

/** Root's tools, also found among one's own settings (specification §2). */
export const MaintenanceSection = () => (
  <Section title={useTranslate()('maintenance.tools')}>
    <MaintenanceTools />
  </Section>
)
