import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'

const term = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** Reads the XMP of a file by exiftool. */
async function readXmp(
  path: string,
): Promise<{ DigitalSourceType?: string; CreatorTool?: string; AISystemUsed?: string }> {
  const { stdout } = await promisify(execFile)('exiftool', ['-json', '-XMP:all', path])
  return JSON.parse(stdout)[0]
}

/** Expects this source in the XMP of the page's download. */
export async function expectDownloadSource(page: Page, source: string, tool: string) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(await readXmp(await download.path())).toMatchObject({ DigitalSourceType: term + source, CreatorTool: tool })
}

/** Expects this source in the XMP of a served file. */
export async function expectFileSource(page: Page, address: string, source: string, tool: string) {
  const path = test.info().outputPath('served')
  await writeFile(path, await (await page.request.get(address)).body())
  expect(await readXmp(path), address).toMatchObject({ DigitalSourceType: term + source, CreatorTool: tool })
}
