// Writes compressed copies of text files: name.br and name.gz. The gateway serves them as they are, so that no request pays
// for compression, and the best quality is affordable.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const texts = /\.(?:js|css|html|svg|json)$/
const worthwhile = 1024 // bytes; smaller files fit into one packet anyway

/** Compresses the text files of a folder, recursively. Returns their number, and their size before and after. */
export async function compress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && texts.test(entry.name))
  const sizes = await Promise.all(files.map((file) => encode(`${file.parentPath}/${file.name}`)))
  const done = sizes.filter((size) => size !== undefined)
  const kB = (of) => Math.round(done.reduce((sum, size) => sum + size[of], 0) / 1000)
  return { files: done.length, kB: kB('plain'), brotliKB: kB('brotli') }
}

async function encode(path) {
  const plain = await readFile(path)
  if (plain.length < worthwhile) return undefined
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
  return { plain: plain.length, brotli: brotli.length }
}
