import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'

const term = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** What a file says of who made it, as exiftool reads it. */
async function markOf(
  path: string,
): Promise<{ DigitalSourceType?: string; CreatorTool?: string; AISystemUsed?: string }> {
  const { stdout } = await promisify(execFile)('exiftool', ['-json', '-XMP:all', path])
  return JSON.parse(stdout)[0]
}

/** Expects what the page gives as a file to say this. */
export async function expectDownloadMarked(page: Page, source: string, tool: string) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(await markOf(await download.path())).toMatchObject({ DigitalSourceType: term + source, CreatorTool: tool })
}

/** Expects what is served under an address to say this. */
export async function expectServedMarked(page: Page, address: string, source: string, tool: string) {
  const path = test.info().outputPath('served')
  await writeFile(path, await (await page.request.get(address)).body())
  expect(await markOf(path), address).toMatchObject({ DigitalSourceType: term + source, CreatorTool: tool })
}
