import type { ComponentProps } from 'react'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => unknown
}

/** A form that the page sends itself. By default its fields say what is wrong with them, in place of the browser. */
export function Form({ onSubmit, noValidate = true, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}
