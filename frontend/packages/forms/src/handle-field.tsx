import type { ComponentProps } from 'react'
import { TextField } from './field'

const longest = 51 // with its @

/** Where somebody writes an X handle; handleIn reads it. */
export function HandleField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} maxLength={longest} autoComplete="off" autoCapitalize="off" spellCheck={false} />
}
