import { useState } from 'react'

/** Returns whether a result came from the last job: after a canceled one the former result is shown again, which is no news. */
export function useIsNew(result: unknown, isPending: boolean): boolean {
  const [former, setFormer] = useState(result)
  if (isPending && former !== result) setFormer(result)
  return !isPending && result !== undefined && result !== former
}
