import type { Remote } from '@mcwick/api-calls'
import { type RemoteParts, useShell } from '@mcwick/shell-contract'
import { ErrorBoundary } from '@mcwick/ui'
import { type ComponentProps, type ComponentType, type ReactNode, Suspense } from 'react'
import { useRemote } from './use-remote'

type RemotePartProps<Part extends keyof RemoteParts> = {
  /** The path of the remote's page. */
  path: string
  part: Part
  /** Rendered until the part is loaded. */
  fallback: ReactNode
  /**
   * Rendered when the part fails to load, for good: what the visitor opened opens only where they do that again. By default it
   * is `fallback`, and the part is loaded again on the next page.
   */
  failed?: ReactNode
} & ComponentProps<RemoteParts[Part]>

/** Renders a part of a remote inside the shell's frame. A failed load affects nothing else. */
export function RemotePart<Part extends keyof RemoteParts>({
  path,
  part,
  fallback,
  failed,
  ...props
}: RemotePartProps<Part>) {
  const { config, location } = useShell()
  const remote = config.remotes.find((candidate) => candidate.path === path)
  if (!remote) return failed ?? fallback
  return (
    <ErrorBoundary resetKey={failed ? undefined : location.path} fallback={failed ?? fallback}>
      <Suspense fallback={fallback}>
        <LoadedPart remote={remote} part={part} fallback={fallback} props={props} />
      </Suspense>
    </ErrorBoundary>
  )
}

interface LoadedPartProps {
  remote: Remote
  part: keyof RemoteParts
  fallback: ReactNode
  props: object
}

function LoadedPart({ remote, part, fallback, props }: LoadedPartProps) {
  const module = useRemote(remote)
  if (!module) return fallback
  const PartComponent = module.parts?.[part] as ComponentType<object> | undefined
  if (!PartComponent) throw new Error(`${remote.name} exports no part ${part}`)
  return (
    <div data-mfe={remote.name} className="remote-part">
      <PartComponent {...props} />
    </div>
  )
}
