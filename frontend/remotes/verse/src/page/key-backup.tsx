import { downloadFile } from '@mcwick/forms'
import { branded, useShell } from '@mcwick/shell-contract'
import { Button } from '@mcwick/ui'
import { useState } from 'react'
import { encode } from 'uqr'
import { texts } from '../texts'
import type { NewKey } from './use-new-key'

const { newKey } = texts
const quietZone = 4 // modules around a QR code, as ISO/IEC 18004 requires

interface KeyBackupProps extends NewKey {
  onSaved: (isSaved: boolean) => void
}

/**
 * Ways to back up a key: a file, a QR code, and a checkbox for anything else. Downloading the file ticks the checkbox, which
 * can be unticked: only the visitor knows whether the file was saved.
 */
export function KeyBackup({ privateKey, publicKey, isSaved, onSaved }: KeyBackupProps) {
  const { config } = useShell()
  const [isShown, setIsShown] = useState(false)
  const downloadKey = () => {
    const file = branded(newKey.file(privateKey, publicKey), config)
    downloadFile(new Blob([file], { type: 'text/plain' }), branded(newKey.fileName, config))
    onSaved(true)
  }
  return (
    <div className="verse-backup">
      <div className="verse-actions">
        <Button size="small" onClick={downloadKey}>
          {newKey.save}
        </Button>
        <Button size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {newKey.qr}
        </Button>
      </div>
      {isShown && <QrCode text={privateKey} alt={newKey.qrAlt} />}
      <label className="verse-checkbox">
        <input type="checkbox" checked={isSaved} onChange={(event) => onSaved(event.target.checked)} />
        {newKey.saved}
      </label>
    </div>
  )
}

/** A text as a QR code, rendered in the page without any request. */
function QrCode({ text, alt }: { text: string; alt: string }) {
  const { data, size } = encode(text, { border: quietZone })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="verse-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={alt} shapeRendering="crispEdges">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
