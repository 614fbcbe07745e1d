import { Form, Select, TextField } from '@mcwick/forms'
import { Button } from '@mcwick/ui'
import { useState } from 'react'
import { Link } from 'wouter'
import { filters } from './use-works'

const options = filters.map(({ name, label }) => ({ value: name, label }))

/** Limits the works to those of one maker, network or look; without a value all are listed. */
export function WorksFilter({
  params,
  onChange,
}: {
  params: URLSearchParams
  onChange: (next: URLSearchParams) => void
}) {
  const now = filters.find(({ name }) => params.get(name))
  const [name, setName] = useState<string>(now?.name ?? 'device')
  const [value, setValue] = useState(now ? (params.get(now.name) ?? '') : '')
  const submit = () => onChange(new URLSearchParams(value.trim() ? { [name]: value.trim() } : {}))
  return (
    <Form className="console-form" aria-label="Which works" onSubmit={submit}>
      <Select label="By" options={options} value={name} onChange={(event) => setName(event.target.value)} />
      <TextField label="Which" value={value} onChange={(event) => setValue(event.target.value)} />
      <Button type="submit">Show</Button>
      <Link href="/works?held=true">What waits for a look</Link>
    </Form>
  )
}
