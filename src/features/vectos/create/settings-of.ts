import type { PanelVecto } from '~/model/record-types'

/** The settings of a 3D video that another one can take over. */
const kept = [
  'name',
  'mode',
  'framerate',
  'offsetStart',
  'offsetEnd',
  'duration',
  'defaultAccessList',
] as const

/** Initial values of the form, from an earlier 3D video of the same 360° video; empty values stay as usual. */
export const settingsOf = (earlier: PanelVecto | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    kept.flatMap(path => {
      const value: unknown = earlier?.[path]
      return value === undefined || value === null ? [] : [[path, value]]
    }),
  )
