import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from './support/test'

const data = process.env.MCWICK_DATA ?? '../.local'

/** Changes settings of this platform as an operator does. */
async function setSite(...assignments: string[]) {
  await promisify(execFile)('../bin/mcwickctl', ['site', 'set', ...assignments, '--as', 'ada', '--data', data])
}

// Verifies LAUNCH-1, LAUNCH-2.
test('operators launch BicTok, date the arcade and move the roadmap without a release', async ({ page, inspect }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main' }).first()
  await bar.getByRole('button', { name: 'Gallery' }).click()
  await expect(bar.getByText('BicTok').locator('..')).toContainText('Soon')
  await expect(page.locator('#token-launch')).toContainText('Current')

  await setSite(
    'launch.bictok.state=live',
    'launch.arcade.date=2027 Q1',
    'launch.token-launch.state=complete',
    'launch.chat.state=live',
    'launch.chat.address=https://chat.example/',
  )
  const isLive = async () => {
    const { launch } = await (await page.request.get('/config.json')).json()
    return launch?.items?.bictok?.state
  }
  await expect.poll(isLive).toBe('live')
  await page.reload()
  await expect(page.locator('#token-launch')).toContainText('Complete')
  await expect(page.getByRole('link', { name: /^Community chat/ })).toHaveAttribute('href', 'https://chat.example/')
  await expect(bar.getByText('Soon · 2027 Q1')).toBeVisible()
  await inspect('a launched site')
  await bar.getByRole('button', { name: 'Gallery' }).click()
  await bar.getByRole('link', { name: /^BicTok/ }).click()
  await expect(page).toHaveURL(/\/bictok$/)
  await expect(page.getByRole('heading', { level: 1, name: 'BicTok Generator' })).toBeVisible()

  await setSite('launch.bictok.state=', 'launch.arcade.date=', 'launch.token-launch.state=', 'launch.chat.state=')
  await expect.poll(isLive).toBeUndefined()
})
