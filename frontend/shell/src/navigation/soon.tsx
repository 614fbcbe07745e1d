import { texts } from '../texts'

/** The mark of what is not there yet, with its date if operators set one. */
export function Soon({ date }: { date?: string | undefined }) {
  return (
    <span className="bar-soon">
      {texts.navigation.soon}
      {date && ` · ${date}`}
    </span>
  )
}
