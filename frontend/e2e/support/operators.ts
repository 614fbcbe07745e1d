import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'

const data = process.env.MCWICK_DATA ?? '../.local'

/** The address of the operators' console. */
export const consoleUrl = process.env.MCWICK_CONSOLE ?? 'http://localhost:28180'

export type OperatorName = 'ada' | 'lin'

/** Runs mcwickctl as an operator, and returns its output. */
export async function mcwickctl(...command: string[]) {
  const { stdout } = await promisify(execFile)('../bin/mcwickctl', [
    ...command,
    '--as',
    'ada',
    '--data',
    data,
    '--json',
  ])
  return JSON.parse(stdout)
}

/** Signs in to the console by the keyboard alone. */
export async function signIn(page: Page, operator: OperatorName, path = '/') {
  const token = await readFile(`${data}/secrets/operator-${operator}`, 'utf8')
  await page.goto(`${consoleUrl}${path}`)
  await expect(page.getByLabel('Your operator token')).toBeFocused()
  await page.keyboard.insertText(token.trim())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
}
