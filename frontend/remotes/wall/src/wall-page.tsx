import { hasStalePage, ListEnd, usePageTitle } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { Button, EmptyState, ErrorPanel, IconButton, Mascot, useFailure } from '@mcwick/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { entriesQuery, isWallClosed } from './api/entries'
import { EntryGrid, LoadingGrid } from './entry-grid'
import { NominationDialog } from './nomination-dialog'
import { sideFromSearch } from './side'
import { texts } from './texts'
import { WallSwitch } from './wall-switch'
import { WallsClosed } from './walls-closed'

/** The page /wall: the walls, or that they are closed. */
export function WallPage() {
  const { config } = useShell()
  return config.flags.wall === false ? <WallsClosed /> : <Walls hasShame={config.flags.shame !== false} />
}

/** One of the two walls. Which one is in the URL, so that it can be shared and is part of the history. */
function Walls({ hasShame }: { hasShame: boolean }) {
  const { location } = useShell()
  const side = hasShame ? sideFromSearch(location.search) : 'flame'
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [isNominated, setIsNominated] = useState(false)
  const list = useInfiniteQuery(entriesQuery(side))
  const pages = list.data?.pages
  const failure = useFailure(list)
  const isDegraded = (failure && !list.isFetchNextPageError) || (pages && hasStalePage(pages))
  const wallTexts = texts.walls[side]
  const isClosed = isWallClosed(failure)
  usePageTitle(texts.walls[isClosed ? 'flame' : side].title) // as below: a parent's title wins over its child's
  // Closed since the page was loaded: the Wall of Shame alone, unless the other one is closed as well.
  if (isClosed) return side === 'shame' ? <Walls hasShame={false} /> : <WallsClosed />
  const openDialog = () => {
    setIsNominated(false)
    setIsDialogOpen(true)
  }
  return (
    <div className="wall" data-side={side}>
      <header className="wall-head">
        <div className="wall-sign">
          <Mascot key={side} pose={side === 'flame' ? 'pose-cheer' : 'mood-failed'} lively />
          <div>
            <h1>{wallTexts.title}</h1>
            <p>{wallTexts.lead}</p>
          </div>
        </div>
        <div className="wall-actions">
          {hasShame && <WallSwitch side={side} />}
          <IconButton kind="primary" icon="plus" label={texts.form.title} onClick={openDialog} />
        </div>
      </header>
      <p className="wall-received" role="status">
        {isNominated && texts.received}
      </p>
      {isDegraded && (
        <ErrorPanel role="status" error={failure} onRetry={list.refetch}>
          {pages ? texts.failed : texts.failedFirst}
        </ErrorPanel>
      )}
      {!pages && !failure && <LoadingGrid />}
      {pages?.[0]?.entries.length === 0 && (
        <EmptyState pose={side === 'flame' ? 'pose-raise' : 'pose-thumb'}>
          <p>{wallTexts.empty}</p>
          <Button kind="primary" onClick={openDialog}>
            {texts.form.title}
          </Button>
        </EmptyState>
      )}
      {pages?.[0]?.entries[0] && (
        <Fragment key={side}>
          <EntryGrid side={side} entries={pages.flatMap(({ entries }) => entries)} />
          <ListEnd list={list} pages={pages.length} words={{ ...texts, end: wallTexts.end }} className="wall-end" />
        </Fragment>
      )}
      <NominationDialog
        side={side}
        open={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
        onNominated={() => setIsNominated(true)}
      />
    </div>
  )
}
