import { createContext } from 'react'

/** The nonce of this response's scripts; undefined in the browser, which does not tell it to scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
