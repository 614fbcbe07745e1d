import { Select, TextField } from '@mcwick/forms'
import { useSearchParams } from 'wouter'
import { withParam } from '../../components/address-select'
import { kinds } from '../cases/words'
import { actions, idLength, nameOf, parseMoment } from './use-audit'

/** The filters of the audit, which are in the address. */
export function AuditFilters() {
  const [params, setParams] = useSearchParams()
  const id = params.get('id')?.trim()
  const set = (name: string, value: string) => setParams((now) => withParam(now, name, value), { replace: true })
  const field = (name: string) => ({
    value: params.get(name) ?? '',
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  })
  const moment = (name: string) => ({
    type: 'datetime-local',
    value: formatLocal(parseMoment(params.get(name))),
    onChange: (event: { target: { value: string } }) => set(name, parseMoment(event.target.value)?.toISOString() ?? ''),
  })
  return (
    <form className="console-form" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <TextField label="Operator" autoComplete="off" {...field('operator')} />
      <Select
        label="Decision"
        options={[{ value: '', label: 'any' }, ...actions.map(nameOf).map((name) => ({ value: name, label: name }))]}
        {...field('action')}
      />
      <Select
        label="Kind"
        options={[{ value: '', label: 'any' }, ...kinds.map(({ name, label }) => ({ value: name, label }))]}
        {...field('kind')}
      />
      <TextField
        label="Id of the subject"
        autoComplete="off"
        disabled={!params.get('kind')}
        error={id && id.length !== idLength ? 'An id has 36 characters. Until then all are listed.' : undefined}
        {...field('id')}
      />
      <TextField label="From" {...moment('from')} />
      <TextField label="Until" {...moment('until')} />
    </form>
  )
}

/** Returns a moment in the operator's time zone, as the browser's field has it. */
function formatLocal(date: Date | undefined): string {
  if (!date) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
