/** The similarity of two drawings on the same background. */
export interface Similarity {
  /** Structural similarity (SSIM) at the edges of the drawing, 1 when identical. */
  ssim: number
  /** The share of pixels (0 to 1) with a color channel that differs by more than 8 of 255. */
  differingShare: number
}

const tile = 8 // pixels of a window's edge
const step = 4 // pixels from window to window
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]

/** Compares the drawing `got` with `want`, both on `background`. */
export function measureSimilarity(want: ImageData, got: ImageData, background: ImageData): Similarity {
  const { width, height } = want
  const [a, b] = [lumaOf(want), lumaOf(got)]
  const edges = edgesOf(a, lumaOf(background), width)
  let [sum, windows] = [0, 0]
  for (let y = 0; y + tile <= height; y += step) {
    for (let x = 0; x + tile <= width; x += step) {
      if (!hasEdge(edges, x, y, width)) continue
      sum += ssimAt(a, b, x, y, width)
      windows += 1
    }
  }
  return { ssim: windows ? sum / windows : 1, differingShare: differingPixels(want.data, got.data) }
}

function lumaOf({ data }: ImageData): Float32Array {
  const luma = new Float32Array(data.length / 4)
  for (let i = 0; i < luma.length; i++) {
    luma[i] = 0.299 * (data[4 * i] ?? 0) + 0.587 * (data[4 * i + 1] ?? 0) + 0.114 * (data[4 * i + 2] ?? 0)
  }
  return luma
}

/** Marks the edges of the drawing, without those of the background. */
function edgesOf(luma: Float32Array, background: Float32Array, width: number): Uint8Array {
  const edges = new Uint8Array(luma.length)
  for (let i = 0; i + width < luma.length; i++) {
    const value = luma[i] ?? 0
    if (Math.abs(value - (background[i] ?? 0)) <= 8) continue
    const [beside, below] = [luma[i + 1] ?? 0, luma[i + width] ?? 0]
    if (Math.abs(value - beside) > 32 || Math.abs(value - below) > 32) edges[i] = 1
  }
  return edges
}

function hasEdge(edges: Uint8Array, left: number, top: number, width: number): boolean {
  for (let y = top; y < top + tile; y++) {
    for (let i = y * width + left; i < y * width + left + tile; i++) if (edges[i]) return true
  }
  return false
}

function ssimAt(a: Float32Array, b: Float32Array, left: number, top: number, width: number): number {
  const n = tile * tile
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let y = top; y < top + tile; y++) {
    for (let i = y * width + left; i < y * width + left + tile; i++) {
      const [p, q] = [a[i] ?? 0, b[i] ?? 0]
      sumA += p
      sumB += q
      sumAA += p * p
      sumBB += q * q
      sumAB += p * q
    }
  }
  const [meanA, meanB] = [sumA / n, sumB / n]
  const [varA, varB, cov] = [sumAA / n - meanA ** 2, sumBB / n - meanB ** 2, sumAB / n - meanA * meanB]
  return ((2 * meanA * meanB + c1) * (2 * cov + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (varA + varB + c2))
}

function differingPixels(want: Uint8ClampedArray, got: Uint8ClampedArray): number {
  let differing = 0
  for (let i = 0; i < want.length; i += 4) {
    const differs = (channel: number) => Math.abs((want[i + channel] ?? 0) - (got[i + channel] ?? 0)) > 8
    if (differs(0) || differs(1) || differs(2)) differing += 1
  }
  return differing / (want.length / 4)
}
