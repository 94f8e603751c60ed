import { createContext, useContext } from 'react'

/** True where space is limited, as in a table: dates omit their time, which their title still shows. */
export const Compact = createContext(false)

export const useCompact = () => useContext(Compact)
