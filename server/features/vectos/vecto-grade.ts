import type { ChangesOf } from '~/model/record-of'
import type { vectos } from '~/model/resources/vectos'
import { type DepthReport, gradeOf } from '~/model/video/depth-report'

/**
 * The grade of a 3D video as its fields; without a report of the engine there is none.
 * @param refunds whether a poor grade gives the reserved seconds back
 */
export const gradeFields = (report: DepthReport | undefined, refunds: boolean): ChangesOf<typeof vectos> => {
  if (!report) return {}
  const grade = gradeOf(report)
  return {
    grade,
    measured: report.measured,
    gradeCause: grade === 'good' ? null : (report.cause ?? 'unclear'),
    refunded: refunds && grade === 'poor',
  }
}
