import { useTranslate } from 'react-admin'
import { MaintenanceTools } from '~/src/features/maintenance/maintenance-tools'
import { Section } from '~/src/ui/section'

/** Root's tools, also available in the user's own settings (specification §2). */
export const MaintenanceSection = () => (
  <Section title={useTranslate()('maintenance.tools')}>
    <MaintenanceTools />
  </Section>
)
