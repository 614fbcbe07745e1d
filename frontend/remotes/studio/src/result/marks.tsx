import { canvasSize, type Layer } from './overlay'
import type { Guides } from './snap'
import type { Box } from './text-box'

interface MarksProps {
  layer: Layer
  box: Box
  guides: Guides
}

const air = 10 // units between a text and its frame

/** What lies over the canvas and is no part of the picture: the frame of the chosen text and the guide lines. */
export function Marks({ layer, box, guides }: MarksProps) {
  const [width, height] = [box.width + 2 * air, box.height + 2 * air]
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
