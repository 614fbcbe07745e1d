import { branded, useShell } from '@mcwick/shell-contract'
import { Button } from '@mcwick/ui'
import { useState } from 'react'
import { encode } from 'uqr'
import { texts } from '../texts'
import type { NewKey } from './use-new-key'

const { newKey } = texts
const quiet = 4 // modules of white around a QR code, as its standard asks (ISO/IEC 18004)

interface BackupProps extends NewKey {
  /** The visitor says that they have it. */
  isSaved: boolean
  onSaved: (isSaved: boolean) => void
}

/**
 * More ways to take a key along: a file, a picture for a phone's camera, and whatever the visitor does by hand and
 * ticks. A file ticks the box as well, which can be taken back: nobody but the visitor knows whether it was kept.
 */
export function Backup({ privateKey, publicKey, isSaved, onSaved }: BackupProps) {
  const { config } = useShell()
  const [isShown, setIsShown] = useState(false)
  const save = () => {
    const file = branded(newKey.file(privateKey, publicKey), config)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([file], { type: 'text/plain' }))
    link.download = branded(newKey.fileName, config)
    link.click()
    URL.revokeObjectURL(link.href)
    onSaved(true)
  }
  return (
    <div className="verse-backup">
      <div className="verse-ways">
        <Button size="small" onClick={save}>
          {newKey.save}
        </Button>
        <Button size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {newKey.qr}
        </Button>
      </div>
      {isShown && <QrCode text={privateKey} alt={newKey.qrAlt} />}
      <label className="verse-tick">
        <input type="checkbox" checked={isSaved} onChange={(event) => onSaved(event.target.checked)} />
        {newKey.saved}
      </label>
    </div>
  )
}

/** A text as a QR code, drawn in the page: nothing of it is fetched or kept. */
function QrCode({ text, alt }: { text: string; alt: string }) {
  const { data, size } = encode(text, { border: quiet })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="verse-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={alt} shapeRendering="crispEdges">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
