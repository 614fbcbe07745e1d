import { type ComponentType, lazy, useLayoutEffect } from 'react'
import { withDeadline } from './with-deadline'

/**
 * Creates a component that is loaded when it is first rendered. A failure is thrown, for the boundary around, and the next
 * rendering loads again, which React's `lazy` does not: a module that arrived after the deadline is there then. Of one whose
 * request failed many browsers keep the failure until the document is reloaded.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const create = () =>
    lazy(() =>
      withDeadline(load()).catch((error) => ({
        default: () => <LoadFailure error={error} onThrow={() => (Loaded = create())} />,
      })),
    )
  let Loaded = create()
  return (props: Props) => <Loaded {...props} />
}

/** Throws once it is committed: until then React may render the part again, which would load again at once. */
function LoadFailure({ error, onThrow }: { error: unknown; onThrow: () => void }) {
  useLayoutEffect(() => {
    onThrow()
    throw error
  })
  return null
}
