import type { FileDescriptor } from '~/model/fields'
import type { Hooks } from '../records/hooks'

export const videoHooks: Hooks = {
  beforeCreate: (_context, values) => {
    values.size = (values.file as FileDescriptor).size
  },
}
