import type { ComponentProps } from 'react'
import { TextField } from './field'

const maxLength = 51 // with its @

/** A text field for an X handle; parseHandle reads it. */
export function HandleField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} maxLength={maxLength} autoComplete="off" autoCapitalize="off" spellCheck={false} />
}
