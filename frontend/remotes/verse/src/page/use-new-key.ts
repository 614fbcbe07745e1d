import { useEffect, useState } from 'react'
import { derivePublicKey, newPrivateKey } from '../keys/private-key'

/** A key that was generated, and how the visitor backed it up. */
export interface NewKey {
  privateKey: string
  publicKey: string
  isCopied: boolean
  /** Whether the visitor confirmed that they saved it. */
  isSaved: boolean
}

/** Generates a key while enabled, and drops it otherwise. Returns it with a function that changes what is known of it. */
export function useNewKey(enabled: boolean) {
  const [key, setKey] = useState<NewKey>()
  useEffect(() => {
    if (!enabled) return
    let current = true
    newPrivateKey().then(async (privateKey) => {
      const publicKey = await derivePublicKey(privateKey)
      if (current) setKey({ privateKey, publicKey, isCopied: false, isSaved: false })
    })
    return () => {
      current = false
      setKey(undefined)
    }
  }, [enabled])
  const updateKey = (change: Partial<NewKey>) => setKey((key) => key && { ...key, ...change })
  return [key, updateKey] as const
}
