import { expect, type Page, test } from '@playwright/test'
import { consoleUrl, type OperatorName, signIn } from './support/operators'
import type { Step } from './support/states'
import { waitForAnimations } from './support/test'

interface Screen {
  path: string
  /** Runs before the operator signs in, such as to change what the services answer. */
  before?: Step
  /** The steps that lead to the state. */
  steps?: Step
  /** A text that is visible in the state. */
  visible: string | RegExp
  /** Who is signed in; no operator when null. */
  operator?: OperatorName | null
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of many calls
type Answer = any

/** Changes what a call answers. */
const change =
  (method: string, edit: (answer: Answer) => Answer): Step =>
  (page) =>
    page.route(`**/calls/**/${method}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: edit(await response.json()) })
    })

/** Lists the open cases of pictures, changed, whatever cases a page asks for. */
const changeCases =
  (edit: (one: Answer) => Answer): Step =>
  (page) =>
    page.route('**/calls/**/ListCases', async (route) => {
      const response = await route.fetch({
        postData: JSON.stringify({ state: 'CASE_STATE_OPEN', kind: 'SUBJECT_KIND_PICTURE' }),
      })
      const { cases = [] } = await response.json()
      await route.fulfill({ response, json: { cases: cases.map((one: Answer) => ({ ...one, ...edit(one) })) } })
    })

const press = (keys: string) => (page: Page) => page.keyboard.press(keys)

/** Lists cases that a check opened. */
const asHeld = changeCases(() => ({
  status: 'SUBJECT_STATUS_HIDDEN_AUTOMATICALLY',
  signals: [{ kind: 'SIGNAL_KIND_VERDICT', note: 'violence/graphic 93 %, violence 71 %', weight: 1 }],
}))

/** Lists cases whose makers appealed. */
const asAppealed = changeCases(({ id, createTime, updateTime }) => ({
  status: 'SUBJECT_STATUS_HIDDEN',
  appeal: { text: 'That is my own candle, and it hurts nobody.', createTime: updateTime },
  decisions: [
    {
      id,
      action: 'ACTION_HIDE',
      reason: 'REASON_OFFENSIVE',
      message: 'Not here, broh.',
      note: 'twice reported',
      operator: 'lin',
      version: 1,
      createTime,
      applyTime: createTime,
      outcome: 'OUTCOME_APPLIED',
    },
  ],
}))

const asReader = change('GetOperator', (operator) => ({ ...operator, name: 'eve', scopes: ['SCOPE_LOOK'] }))

/** Answers decisions as a service does for a token that lost a scope since the operator signed in. */
const refuseDecisions: Step = (page) =>
  page.route('**/calls/**/Decide', (route) =>
    route.fulfill({
      status: 403,
      headers: { 'McWick-Code': 'SCOPE_MISSING', 'McWick-Trace': 'a'.repeat(32) },
      json: { code: 'permission_denied', message: 'Your token may not decide.' },
    }),
  )

const previewBulk: Step = async (page) => {
  await page.getByRole('button', { name: 'All on this page' }).click()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
}

const refuseSignIn: Step = async (page) => {
  await expect(page.getByLabel('Your operator token')).toBeFocused()
  await page.keyboard.insertText('not-a-token')
  await page.keyboard.press('Enter')
}

const scrollToBudget: Step = (page) => page.getByRole('heading', { name: 'Budget' }).scrollIntoViewIfNeeded()

const openFirstCase: Step = (page) => page.getByRole('article').getByRole('link').first().click()

/** Every state of the console, by the name of its screenshot. */
const screens: Record<string, Screen> = {
  'sign-in': { path: '/', operator: null, visible: 'Your operator token' },
  'sign-in-refused': { path: '/', operator: null, steps: refuseSignIn, visible: /The token is not valid/ },
  queue: { path: '/queue', visible: /open signal/ },
  'queue-empty': { path: '/queue', before: change('ListCases', () => ({})), visible: /^Nothing waits/ },
  'queue-decided': { path: '/queue', before: refuseDecisions, steps: press('h'), visible: /may not decide/ },
  'queue-without-scope': { path: '/queue', before: asReader, visible: /has no scope/ },
  case: { path: '/queue', steps: openFirstCase, visible: 'Case' },
  'case-unknown': { path: '/cases/picture/0192aaaa-0000-7000-8000-00000000dead', visible: /There is no case/ },
  'case-none': {
    path: '/new',
    steps: async (page) =>
      page
        .getByRole('link', { name: /^Picture: (?!prepared|Hidden)/ })
        .last()
        .click(),
    visible: /^Nobody reported this work/,
  },
  appeals: { path: '/appeals', before: asAppealed, visible: /^That is my own candle/ },
  held: { path: '/held', before: asHeld, visible: 'Show the graphic picture' },
  takedowns: { path: '/takedowns', visible: 'The picture of me with the lighthouse' },
  new: { path: '/new', visible: 'All of its maker' },
  works: { path: '/works', visible: 'All on this page' },
  'works-preview': { path: '/works', steps: previewBulk, visible: /will be hidden/ },
  nominations: { path: '/nominations', visible: 'snuffed_it' },
  'nominations-second': { path: '/nominations?wall=shame', operator: 'lin', visible: /^Approved by ada/ },
  sanctions: { path: '/sanctions', visible: 'a screenshot' },
  audit: { path: '/audit', visible: 'prepared for a screenshot' },
  statistics: { path: '/statistics', visible: 'Day by day' },
  pressure: { path: '/pressure', visible: 'Budget' },
  budget: { path: '/pressure#budget', steps: scrollToBudget, visible: 'Budget' },
  jobs: { path: '/jobs', visible: /succeeded/ },
}

for (const [name, { path, before, steps, visible, operator = 'ada' }] of Object.entries(screens)) {
  test(name, async ({ page }, { project }) => {
    await before?.(page)
    if (operator) await signIn(page, operator, path)
    else await page.goto(`${consoleUrl}${path}`)
    await expect(page.getByRole('status').filter({ hasText: /^(Loading|Reading) / })).toHaveCount(0)
    await steps?.(page)
    await expect(page.getByText(visible).filter({ visible: true }).first()).toBeVisible()
    await waitForAnimations(page)
    await page.waitForLoadState('networkidle')
    const width = project.use.viewport?.width
    await page.screenshot({ path: `shots/console-${name}-${width}.png`, fullPage: true, animations: 'disabled' })
  })
}
