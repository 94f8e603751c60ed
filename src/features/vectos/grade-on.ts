import type { PanelVecto } from '~/model/record-types'
import { type DepthCause, depthCauses, type Grade, grades } from '~/model/video/quality'

/** The grade of a 3D video; undefined if its engine reported none. */
export const gradeOn = ({ grade }: Pick<PanelVecto, 'grade'>): Grade | undefined =>
  grades.find(each => each === grade)

/** What kept the engine from measuring depth; undefined if nothing did. */
export const causeOn = ({ gradeCause }: Pick<PanelVecto, 'gradeCause'>): DepthCause | undefined =>
  depthCauses.find(each => each === gradeCause)
