import { parseHandle, TextField, useProvenHandle } from '@mcwick/forms'
import { useEffect, useEffectEvent } from 'react'
import { texts } from '../texts'

const maxLength = 50

interface SignatureFieldProps {
  label: string
  placeholder: string
  value: string
  /** Whether the visitor has entered nothing yet, so that the field may be filled in. */
  isUntouched: boolean
  onChange: (signature: string) => void
}

/** The signature: free text, or the handle of a proven account, which is filled in and carries a seal. */
export function SignatureField({ label, placeholder, value, isUntouched, onChange }: SignatureFieldProps) {
  const handle = useProvenHandle()
  const fillIn = useEffectEvent((handle: string) => isUntouched && onChange(handle))
  useEffect(() => {
    if (handle) fillIn(handle)
  }, [handle])
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      hint={handle && (isHandle(value, handle) ? texts.sealed : value.trim() && texts.unsealed(handle))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={maxLength}
      autoComplete="nickname"
    />
  )
}

/** Whether the server will take the signature for the handle: with or without its @, in any letter case. */
function isHandle(signature: string, handle: string): boolean {
  return parseHandle(signature)?.toLowerCase() === parseHandle(handle)?.toLowerCase()
}
