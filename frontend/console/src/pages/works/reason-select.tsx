import { Select } from '@mcwick/forms'
import type { Reason } from '../../gen/moderation/v1/case_pb'
import { reasons } from '../cases/words'

const options = reasons.map(({ reason, label }) => ({ value: String(reason), label }))

/** Chooses the reason of decisions. */
export function ReasonSelect({ value, onChange }: { value: Reason; onChange: (reason: Reason) => void }) {
  return (
    <Select
      label="Why"
      options={options}
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}
