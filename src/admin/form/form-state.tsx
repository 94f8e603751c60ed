import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react'

type FormState = {
  /** Why saving failed, if the failure belongs to no field. */
  readonly failure: unknown
  readonly setFailure: (failure: unknown) => void
  /** True after a save: no draft is stored until the user types again. */
  readonly saved: RefObject<boolean>
  readonly uploading: boolean
  readonly setUploading: (source: string, running: boolean) => void
}

const FormStateContext = createContext<FormState | null>(null)

/** The state that the parts of one form share in addition to its values. */
export const FormStateProvider = ({ children }: { children: ReactNode }) => {
  const [failure, setFailure] = useState<unknown>(null)
  const saved = useRef(false)
  const [running, setRunning] = useState<readonly string[]>([])
  const setUploading = useCallback(
    (source: string, isRunning: boolean) =>
      setRunning(sources => [...sources.filter(each => each !== source), ...(isRunning ? [source] : [])]),
    [],
  )
  const state = useMemo(
    () => ({ failure, setFailure, saved, uploading: running.length > 0, setUploading }),
    [failure, running, setUploading],
  )
  return <FormStateContext value={state}>{children}</FormStateContext>
}

export const useFormStatus = (): FormState => {
  const state = useContext(FormStateContext)
  if (!state) throw new Error('Put <FormStateProvider> around the form')
  return state
}
