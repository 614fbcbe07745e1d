/** What is read out of a report, with its heading and how it is written. */
const figures = {
  performance: ['perf', ({ categories }) => categories.performance.score * 100, whole],
  accessibility: ['a11y', ({ categories }) => categories.accessibility.score * 100, whole],
  bestPractices: ['best', ({ categories }) => categories['best-practices'].score * 100, whole],
  lcpMs: ['LCP s', numeric('largest-contentful-paint'), seconds],
  fcpMs: ['FCP s', numeric('first-contentful-paint'), seconds],
  tbtMs: ['TBT ms', numeric('total-blocking-time'), whole],
  cls: ['CLS', numeric('cumulative-layout-shift'), (value) => value.toFixed(3)],
  bytes: ['KB', numeric('total-byte-weight'), (value) => whole(value / 1024)],
}

/** The median of every figure over the reports of one page. */
export function medians(reports) {
  return Object.fromEntries(Object.entries(figures).map(([name, [, read]]) => [name, median(reports.map(read))]))
}

/** The rows as aligned columns, pages first. */
export function table(rows) {
  const lines = [
    ['page', ...Object.values(figures).map(([heading]) => heading)],
    ...rows.map((row) => [row.page, ...Object.entries(figures).map(([name, [, , write]]) => write(row[name]))]),
  ]
  return lines.map(([page, ...cells]) => page.padEnd(10) + cells.map((cell) => cell.padStart(8)).join('')).join('\n')
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2
}

function numeric(audit) {
  return ({ audits }) => audits[audit].numericValue
}

function whole(value) {
  return String(Math.round(value))
}

function seconds(value) {
  return (value / 1000).toFixed(2)
}
