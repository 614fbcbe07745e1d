import { Button, ErrorPanel, Link } from '@mcwick/ui'
import type { RemixSource } from './source'
import { texts } from './texts'
import type { useRemix } from './use-remix'

type RemixLineProps = Partial<Pick<ReturnType<typeof useRemix>, 'gone' | 'isLoading' | 'failure' | 'retry'>> & {
  source: RemixSource | undefined
  /** Drops the source; absent where the form is not shown, or locked. */
  onFresh?: (() => void) | undefined
}

/** What a remix is made from, or why nothing is. */
export function RemixLine({ source, gone, isLoading, failure, retry, onFresh }: RemixLineProps) {
  if (isLoading)
    return (
      <p className="studio-remix" role="status">
        {texts.loading}
      </p>
    )
  if (failure)
    return (
      <ErrorPanel role="status" error={failure} onRetry={retry}>
        {texts.failed}
      </ErrorPanel>
    )
  if (source)
    return (
      <div className="studio-remix">
        <p>
          {texts.lit}{' '}
          {source.id ? (
            <Link href={`/gallery/${source.id}`} className="mc-link">
              {source.title}
            </Link>
          ) : (
            source.title
          )}
        </p>
        {onFresh && (
          <Button size="small" onClick={onFresh}>
            {texts.fresh}
          </Button>
        )}
      </div>
    )
  return gone ? <ErrorPanel role="status">{gone}</ErrorPanel> : null
}
