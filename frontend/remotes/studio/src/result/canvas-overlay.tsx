import { padding } from './handles'
import { canvasSize, type Layer } from './overlay'
import type { Guides } from './snap'
import type { Box } from './text-box'

interface CanvasOverlayProps {
  layer: Layer
  box: Box
  guides: Guides
}

/** The selection frame and the guide lines above the canvas, which are not part of the image. */
export function CanvasOverlay({ layer, box, guides }: CanvasOverlayProps) {
  const [width, height] = [box.width + 2 * padding, box.height + 2 * padding]
  const frame = { x: layer.x - width / 2, y: layer.y - height / 2, width, height, rx: 12 }
  return (
    <svg className="studio-marks" viewBox={`0 0 ${canvasSize} ${canvasSize}`} aria-hidden="true">
      <g transform={`rotate(${layer.rotation} ${layer.x} ${layer.y})`}>
        <rect {...frame} className="studio-mark-shade" />
        <rect {...frame} className="studio-mark" />
      </g>
      {guides.x !== undefined && <Guide d={`M${guides.x} 0V${canvasSize}`} />}
      {guides.y !== undefined && <Guide d={`M0 ${guides.y}H${canvasSize}`} />}
    </svg>
  )
}

function Guide({ d }: { d: string }) {
  return (
    <>
      <path d={d} className="studio-mark-shade" />
      <path d={d} className="studio-guide" />
    </>
  )
}
