import { useId } from 'react'
import { texts } from './texts'

const { yes, no } = texts.form
const answers = [
  { label: yes, value: true },
  { label: no, value: false },
]

interface YesNoProps {
  question: string
  /** undefined without an answer. */
  value: boolean | undefined
  onAnswer: (value: boolean) => void
  disabled: boolean
}

/** A yes/no question as radio buttons. */
export function YesNo({ question, value, onAnswer, disabled }: YesNoProps) {
  const name = useId()
  return (
    <fieldset className="wall-question" disabled={disabled}>
      <legend className="mc-label">{question}</legend>
      {answers.map((answer) => (
        <label key={answer.label} className="wall-answer">
          <input type="radio" name={name} checked={value === answer.value} onChange={() => onAnswer(answer.value)} />
          {answer.label}
        </label>
      ))}
    </fieldset>
  )
}
