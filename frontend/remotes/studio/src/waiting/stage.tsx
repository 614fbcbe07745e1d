import type { Job } from '@mcwick/api-client'
import { Patter, type PatterProps } from '@mcwick/forms'
import { about } from '@mcwick/jobs'
import { Button, Mascot } from '@mcwick/ui'
import { useEffect, useState } from 'react'
import { texts } from '../texts'

const quietMs = 3000 // whoever waits less is told nothing of queues

interface StageProps {
  generating: boolean
  /** What the candle says while a picture is on its way. */
  patter: PatterProps
  /** What is known of the picture on its way. */
  job: Job | undefined
  onCancel: () => void
}

/** The picture's place before there is a picture; it has the picture's size from the start. */
export function Stage({ generating, patter, job, onCancel }: StageProps) {
  return (
    <div className="studio-stage" data-idle={generating ? undefined : ''}>
      <div className="studio-frame studio-easel">
        {generating ? (
          <Waiting patter={patter} job={job} onCancel={onCancel} />
        ) : (
          <>
            <Mascot pose="pose-wave" lively />
            <p>{texts.waiting.frame}</p>
          </>
        )}
      </div>
    </div>
  )
}

function Waiting({ patter, job, onCancel }: Omit<StageProps, 'generating'>) {
  const isLong = useLater(quietMs)
  return (
    <>
      <Patter {...patter} />
      <div className="studio-bar" role="progressbar" aria-label={texts.waiting.bar}>
        <span />
      </div>
      <div className="studio-queue">
        <p role="status">
          <span className="sr-only">{texts.waiting.bar}. </span>
          {isLong && queueLine(job)}
        </p>
        {isLong && job && (
          <Button size="small" onClick={onCancel}>
            {texts.waiting.cancel}
          </Button>
        )}
      </div>
    </>
  )
}

/** One quiet line on how long it will take; empty when nothing is known. */
export function queueLine(job: Job | undefined): string {
  if (!job?.position) return ''
  const place = texts.waiting.place.replace('{n}', String(job.position))
  if (!job.estimateSeconds) return place
  return `${place} ${texts.waiting.estimate.replace('{time}', about(job.estimateSeconds))}`
}

function useLater(ms: number): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLater
}
