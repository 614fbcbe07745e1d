import { Mascot, type MascotPose } from '@mcwick/ui'
import { useRotation } from './use-rotation'

export interface PatterProps {
  messages: readonly { text: string; pose: MascotPose }[]
  everyMs: number
}

/** What the candle says while one waits, one line after the other. Who listens would hear it without end: it is not said. */
export function Patter({ messages, everyMs }: PatterProps) {
  const { text, pose } = useRotation(messages, everyMs)
  return (
    <>
      <Mascot key={pose} pose={pose} lively />
      <p aria-hidden="true">{text}</p>
    </>
  )
}
