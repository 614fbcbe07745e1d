import { useSearchParams } from 'wouter'

/** Sets a parameter of an address, or removes it when it has no value. */
export function withParam(params: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  if (value) params.set(name, value)
  else params.delete(name)
  return params
}

interface AddressSelectProps {
  label: string
  /** The parameter of the address. */
  param: string
  options: readonly { name: string; label: string }[]
  onChange?: () => void
}

/** A choice that is in the address. */
export function AddressSelect({ label, param, options, onChange }: AddressSelectProps) {
  const [params, setParams] = useSearchParams()
  const choose = (value: string) => {
    onChange?.()
    setParams((now) => withParam(now, param, value))
  }
  return (
    <label>
      {label}{' '}
      <select value={params.get(param) ?? ''} onChange={(event) => choose(event.target.value)}>
        {options.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
