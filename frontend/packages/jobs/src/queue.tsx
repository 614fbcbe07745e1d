import { Button } from '@mcwick/ui'
import { useEffect, useState } from 'react'
import { about } from './about'
import type { Work } from './line'
import { texts } from './texts'

const quietMs = 3000 // whoever waits less is told nothing of queues

interface QueueProps {
  /** What is waited for, as it is said. */
  label: string
  /** What is known of it. */
  work: Work | undefined
  onCancel: () => void
  className: string
}

/** The place in the line and a way out, for whoever waits longer; its class keeps their height from the start. */
export function Queue({ label, work, onCancel, className }: QueueProps) {
  const isLong = useLater(quietMs)
  return (
    <div className={className}>
      <p role="status">
        <span className="sr-only">{label}. </span>
        {isLong && queueLine(work)}
      </p>
      {isLong && work && (
        <Button size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
    </div>
  )
}

/** One quiet line on how long it will take; empty when nothing is known. */
export function queueLine(work: Work | undefined): string {
  if (!work?.position) return ''
  const place = texts.place(work.position)
  if (!work.estimateSeconds) return place
  return `${place} ${texts.estimate(about(work.estimateSeconds))}`
}

function useLater(ms: number): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLater
}
