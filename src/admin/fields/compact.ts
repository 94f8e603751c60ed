import { createContext, useContext } from 'react'

/** True where room is scarce, as in a table: dates without their time, which their title still tells. */
export const Compact = createContext(false)

export const useCompact = () => useContext(Compact)
