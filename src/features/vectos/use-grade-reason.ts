import { useLocaleState, useTranslate } from 'react-admin'
import type { PanelVecto } from '~/model/record-types'
import { percent } from '~/src/ui/format'
import { causeOn } from './grade-on'

type Graded = Pick<PanelVecto, 'grade' | 'gradeCause' | 'measured' | 'refunded'>

/** Why a 3D video has its grade, in the user's language: in one sentence, and with the cause and what follows. */
export const useGradeReason = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return (record: Graded) => {
    const cause = causeOn(record)
    const share = percent(Number(record.measured ?? 0), locale)
    const short =
      cause === 'assumed'
        ? translate('resources.vectos.quality.assumed')
        : translate('resources.vectos.quality.measured', { share })
    const why = cause && cause !== 'assumed' && translate(`resources.vectos.quality.causes.${cause}`)
    const refund = record.refunded === true && translate('resources.vectos.quality.refunded')
    return { short, whole: [short, why, refund].filter(Boolean).join(' ') }
  }
}
