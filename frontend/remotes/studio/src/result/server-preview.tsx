import type { Overlay } from '@mcwick/api-calls'
import { ApiError } from '@mcwick/api-client'
import { Spinner } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { previewMeme } from '../api/preview-meme'
import { texts } from './texts'

interface ServerPreviewProps {
  artworkId: string
  overlays: Overlay[]
}

/** The image as the server renders it before publishing. When it fails, publishing is still possible. */
export function ServerPreview({ artworkId, overlays }: ServerPreviewProps) {
  const { data, error } = useQuery({
    queryKey: ['preview', artworkId, overlays],
    queryFn: () => previewMeme(artworkId, overlays),
    staleTime: Infinity,
    retry: false,
  })
  const url = useObjectUrl(data)
  return (
    <div className="studio-preview">
      {url && <img src={url} alt={texts.publish.preview} />}
      {error && <p role="status">{errorText(error)}</p>}
      {!url && !error && <Spinner label={texts.publish.previewing} />}
    </div>
  )
}

/** The detail of a validation error would apply to publishing too; other errors show a generic text. */
function errorText(error: Error): string {
  const refused = error instanceof ApiError && error.status === 400
  return (refused && error.detail) || texts.publish.previewFailed
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}
