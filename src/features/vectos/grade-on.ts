import { type DepthCause, depthCauses, type Grade, grades } from '~/model/quality'

type Row = Readonly<Record<string, unknown>>

/** The grade of a 3D video; undefined if its engine reported none. */
export const gradeOn = ({ grade }: Row): Grade | undefined => grades.find(each => each === grade)

/** What kept the engine from measuring depth; undefined if nothing did. */
export const causeOn = ({ gradeCause }: Row): DepthCause | undefined =>
  depthCauses.find(each => each === gradeCause)
