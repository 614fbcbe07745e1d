import type { ReactNode } from 'react'
import { Mascot, type MascotPose } from './mascot'

/** A small label. */
export function Badge({
  tone = 'quiet',
  children,
}: {
  tone?: 'quiet' | 'action' | 'success' | 'failure' | 'key'
  children: ReactNode
}) {
  return (
    <span className="mc-badge" data-tone={tone}>
      {children}
    </span>
  )
}

/** A loading indicator with a label. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className="mc-spinner" role="status">
      <svg viewBox="0 0 48 58" aria-hidden="true">
        <path
          d="M24 56C11 56 4 47 4 36c0-12 9-16 12-26 3 4 4 6 5 9 3-5 4-11 3-17 11 6 20 19 20 33 0 13-8 21-20 21Z"
          fill="#f59a0c"
          stroke="#21130d"
          strokeWidth="4"
          strokeLinejoin="round"
        />
        <path d="M24 52c-7 0-11-5-11-11 0-7 6-10 10-17 5 6 12 10 12 18 0 6-4 10-11 10Z" fill="#ffcd2e" />
        <path d="M24 50c-4 0-6-3-6-6 0-4 3-6 6-10 3 4 6 6 6 10 0 3-2 6-6 6Z" fill="#fff7c2" />
      </svg>
      <span>{label}</span>
    </span>
  )
}

/** The state of a list without items. */
export function EmptyState({ pose, children }: { pose: MascotPose; children: ReactNode }) {
  return (
    <div className="mc-empty">
      <Mascot pose={pose} lively />
      {children}
    </div>
  )
}
