import { type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { useListContext } from 'react-admin'

type Props = { readonly children: ReactNode; readonly shape?: ReactNode }

/**
 * What is loaded after the first rows, and does not keep them waiting.
 * @param shape stands in its place until then
 */
export const AfterRows = ({ children, shape = null }: Props) => {
  const { isPending, isFetching } = useListContext()
  const [ready, setReady] = useState(false)
  const first = isPending && isFetching
  useEffect(() => {
    if (first) return
    // The next frame paints the rows; a task that follows it no longer delays them. As a transition it is drawn in slices,
    // which a click comes before.
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setReady(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [first])
  return ready ? <Suspense fallback={shape}>{children}</Suspense> : shape
}
