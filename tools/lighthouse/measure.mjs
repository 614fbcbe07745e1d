// Measures pages of a running platform with Lighthouse's telephone, some times each, and prints the medians.
//
//   measure.mjs [/ /gallery …]      all pages without a name; /picture is the page of the newest picture
//
// MCWICK_SECURE_URL is the site over TLS, MCWICK_URL the same without, MCWICK_CERT the certificate's file; RUNS (5) how
// often; THROTTLING is "simulate", or "devtools" to slow the browser down really; the reports and the medians go to the
// folder MCWICK_REPORTS. It fails when it cannot measure, never on a figure.
import { createHash, X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import * as chrome from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { medians, table } from './medians.mjs'

const {
  MCWICK_SECURE_URL: site,
  MCWICK_URL: plain,
  MCWICK_CERT: cert,
  MCWICK_REPORTS: reports,
  RUNS = '5',
  THROTTLING: throttlingMethod = 'simulate',
} = process.env
const pages = ['/', '/ai', '/gallery', '/picks', '/lore', '/wall', '/pfp', '/bictok', '/verse', '/picture']
const onlyCategories = ['performance', 'accessibility', 'best-practices']

const chosen = process.argv.length > 2 ? process.argv.slice(2) : pages
const unknown = chosen.filter((page) => !pages.includes(page))
if (unknown.length > 0) throw new Error(`no such page: ${unknown.join(' ')}; there are ${pages.join(' ')}`)

const newest = await newestPicture()
const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', await trusting(cert)]
await mkdir(reports, { recursive: true })
const results = new Map(chosen.map((page) => [page, []]))
// Round by round, so that a slow minute of the machine touches every page once, and not one page alone.
for (let round = 1; round <= Number(RUNS); round++) {
  for (const page of chosen) {
    const report = await measure(page)
    results.get(page).push(report)
    await writeFile(`${reports}/${page.slice(1) || 'home'}-${round}.json`, JSON.stringify(report))
    const score = Math.round(report.categories.performance.score * 100)
    console.error(`${round}/${RUNS}  ${page.padEnd(9)} ${String(score).padStart(3)}`)
  }
}
const rows = [...results].map(([page, found]) => ({ page, ...medians(found) }))
await writeFile(`${reports}/medians.json`, `${JSON.stringify(rows, null, 2)}\n`)
console.log(table(rows))

/** A report of one visit. Lighthouse loses a trace now and then on a busy machine: it is asked three times at most. */
async function measure(page) {
  const address = site + (page === '/picture' ? newest : page)
  for (let attempt = 1; ; attempt++) {
    const report = await visit(address)
    if (!report.runtimeError) return report
    if (attempt === 3) throw new Error(`${address}: ${report.runtimeError.message}`)
    console.error(`again, for ${page} gave ${report.runtimeError.code}`)
  }
}

/** One visit in a browser of its own, with nothing kept from before. */
async function visit(address) {
  const browser = await chrome.launch({ chromePath: '/usr/bin/chromium-headless-shell', chromeFlags: flags, logLevel: 'silent' })
  try {
    const { lhr } = await lighthouse(address, { port: browser.port, onlyCategories, throttlingMethod, logLevel: 'error' })
    return lhr
  } finally {
    browser.kill()
  }
}

async function newestPicture() {
  const answer = await fetch(`${plain}/api/v1/images?pageSize=1`)
  const { images } = await answer.json()
  if (!images?.length) throw new Error('the gallery has no picture')
  return `/gallery/${images[0].id}`
}

/** Makes the browser trust this one key as if an authority had signed it; a broken certificate would switch its cache off. */
async function trusting(file) {
  const key = new X509Certificate(await readFile(file)).publicKey.export({ type: 'spki', format: 'der' })
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`
}
