import { type ReactNode, Suspense } from 'react'
import { useListContext } from 'react-admin'
import { useAfterPaint } from '~/src/ui/use-after-paint'

type Props = { readonly children: ReactNode; readonly shape?: ReactNode }

/**
 * What is loaded after the first rows, and does not keep them waiting.
 * @param shape stands in its place until then
 */
export const AfterRows = ({ children, shape = null }: Props) => {
  const { isPending, isFetching } = useListContext()
  const ready = useAfterPaint(!(isPending && isFetching))
  return ready ? <Suspense fallback={shape}>{children}</Suspense> : shape
}
