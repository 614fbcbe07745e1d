import { useEffect, useState } from 'react'
import { newPrivateKey, publicKeyOf } from '../keys/private-key'

export interface NewKey {
  privateKey: string
  publicKey: string
}

/** A key that is cut when it is asked for, and forgotten when it is not any more. */
export function useNewKey(wanted: boolean): NewKey | undefined {
  const [key, setKey] = useState<NewKey>()
  useEffect(() => {
    if (!wanted) return
    let current = true
    newPrivateKey().then(async (privateKey) => {
      const publicKey = await publicKeyOf(privateKey)
      if (current) setKey({ privateKey, publicKey })
    })
    return () => {
      current = false
      setKey(undefined)
    }
  }, [wanted])
  return key
}
