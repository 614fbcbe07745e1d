import { Mascot, type MascotPose } from '@mcwick/ui'
import { useRotation } from './use-rotation'

export interface RotatingMessagesProps {
  messages: readonly { text: string; pose: MascotPose }[]
  intervalMs: number
}

/** Messages and mascot poses that rotate while the visitor waits. Hidden from screen readers, which would announce every change. */
export function RotatingMessages({ messages, intervalMs }: RotatingMessagesProps) {
  const { text, pose } = useRotation(messages, intervalMs)
  return (
    <>
      <Mascot key={pose} pose={pose} lively />
      <p aria-hidden="true">{text}</p>
    </>
  )
}
