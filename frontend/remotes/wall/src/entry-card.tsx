import { getGetAvatarUrl, reportEntry, type WallEntry } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'
import { ReportButton } from '@mcwick/forms'
import { artUrl } from '@mcwick/ui'
import { avatarDrawing, profileUrl } from './handle'
import type { Side } from './side'
import { texts } from './texts'

// In UTF-16 units. A long bio has a smaller font and may scroll, so that it is focusable.
const longBio = 120
const veryLongBio = 240

interface EntryCardProps {
  entry: WallEntry
  side: Side
  isFlipped: boolean
  onFlip: () => void
}

/**
 * A card with two sides. The button below them flips it: the sides let clicks through, except for links. The hidden side is
 * inert, so that it is neither focusable nor announced.
 */
export function EntryCard({ entry: { id, xHandle, bio, hasAvatar }, side, isFlipped, onFlip }: EntryCardProps) {
  const length = bio.length > veryLongBio ? 'very-long' : bio.length > longBio ? 'long' : undefined
  return (
    <article className="wall-card" data-turned={isFlipped || undefined} aria-label={xHandle}>
      <button
        type="button"
        className="wall-turn"
        aria-pressed={isFlipped}
        aria-label={texts.turn(xHandle)}
        onClick={onFlip}
      />
      <div className="wall-leaf">
        <div className="wall-front" inert={isFlipped}>
          <img
            src={artUrl(avatarDrawing(xHandle, side))}
            alt=""
            width="512"
            height="512"
            loading="lazy"
            draggable={false}
          />
          {hasAvatar && (
            <img className="wall-face" src={getGetAvatarUrl(id)} alt="" width="160" height="160" loading="lazy" />
          )}
          <p className="wall-handle">{xHandle}</p>
        </div>
        <div className="wall-back" inert={!isFlipped}>
          <h2>{xHandle}</h2>
          <p className="wall-holder">
            <b>{texts.holder}</b> {texts.walls[side].holding}
          </p>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard flips the card by its button */}
          <p className="wall-bio" data-length={length} tabIndex={length && 0} onClick={onFlip}>
            {bio || texts.noBio}
          </p>
          <a
            className="wall-follow"
            href={profileUrl(xHandle)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={texts.followWhom(xHandle)}
          >
            {texts.follow}
          </a>
          <ReportButton
            id={id}
            subject={xHandle}
            reasons={texts.reasons}
            send={(report) => userAction('report entry', (span) => reportEntry(id, report, { span }))}
          />
        </div>
      </div>
    </article>
  )
}
