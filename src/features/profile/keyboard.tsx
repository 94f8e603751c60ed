import { useTranslate } from 'react-admin'
import { Section } from '~/src/ui/section'
import { SingleKeysSwitch } from '~/src/ui/single-keys-switch'

/** How the keyboard works on this browser. */
export const Keyboard = () => (
  <Section title={useTranslate()('profile.keyboard')}>
    <SingleKeysSwitch />
  </Section>
)
