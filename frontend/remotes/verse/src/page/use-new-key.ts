import { useEffect, useState } from 'react'
import { derivePublicKey, newPrivateKey } from '../keys/private-key'

export interface NewKey {
  privateKey: string
  publicKey: string
}

/** Generates a key while enabled, and drops it otherwise. */
export function useNewKey(enabled: boolean): NewKey | undefined {
  const [key, setKey] = useState<NewKey>()
  useEffect(() => {
    if (!enabled) return
    let current = true
    newPrivateKey().then(async (privateKey) => {
      const publicKey = await derivePublicKey(privateKey)
      if (current) setKey({ privateKey, publicKey })
    })
    return () => {
      current = false
      setKey(undefined)
    }
  }, [enabled])
  return key
}
