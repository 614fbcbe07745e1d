import { usePageTitle } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { Button, EmptyState, ErrorPanel, IconButton, Mascot, useFailure } from '@mcwick/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { entriesQuery, isClosed, isOld } from './api/entries'
import { ClosedWalls } from './closed-walls'
import { Hall, WaitingHall } from './hall'
import { HallEnd } from './hall-end'
import { NominationDialog } from './nomination-dialog'
import { sideIn } from './side'
import { texts } from './texts'
import { Toggle } from './toggle'

/** The page /wall: the walls, while the site has them open. */
export function WallPage() {
  const { config } = useShell()
  return config.flags.wall === false ? <ClosedWalls /> : <Walls />
}

/** Which of the two walls is in the address, so it can be shared and gone back to. */
function Walls() {
  const side = sideIn(useShell().location.search)
  const [isAsking, setIsAsking] = useState(false)
  const [isReceived, setIsReceived] = useState(false)
  const list = useInfiniteQuery(entriesQuery(side))
  const pages = list.data?.pages
  const failure = useFailure(list)
  const failed = (failure && !list.isFetchNextPageError) || (pages && isOld(pages))
  const words = texts.walls[side]
  usePageTitle(words.title)
  if (isClosed(failure)) return <ClosedWalls />
  const ask = () => {
    setIsReceived(false)
    setIsAsking(true)
  }
  return (
    <div className="wall" data-side={side}>
      <header className="wall-head">
        <div className="wall-sign">
          <Mascot key={side} pose={side === 'flame' ? 'pose-cheer' : 'mood-failed'} lively />
          <div>
            <h1>{words.title}</h1>
            <p>{words.lead}</p>
          </div>
        </div>
        <div className="wall-ways">
          <Toggle side={side} />
          <IconButton kind="primary" icon="plus" label={texts.form.title} onClick={ask} />
        </div>
      </header>
      <p className="wall-received" role="status">
        {isReceived && texts.received}
      </p>
      {failed && (
        <ErrorPanel role="status" error={failure} onRetry={list.refetch}>
          {pages ? texts.failed : texts.failedFirst}
        </ErrorPanel>
      )}
      {!pages && !failure && <WaitingHall />}
      {pages?.[0]?.entries.length === 0 && (
        <EmptyState pose={side === 'flame' ? 'pose-raise' : 'pose-thumb'}>
          <p>{words.empty}</p>
          <Button kind="primary" onClick={ask}>
            {texts.form.title}
          </Button>
        </EmptyState>
      )}
      {pages?.[0]?.entries[0] && (
        <>
          <Hall key={side} side={side} entries={pages.flatMap(({ entries }) => entries)} />
          <HallEnd side={side} list={list} />
        </>
      )}
      <NominationDialog
        side={side}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onReceived={() => setIsReceived(true)}
      />
    </div>
  )
}
