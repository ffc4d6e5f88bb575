import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDoors } from './doors-world.ts'

test('a finding gets an owner, a day and a comment, is fixed and resolves', async () => {
  const world = await startDoors()
  const production = await world.connect('Production')
  const { page, complaints, see } = await world.signIn()

  await see('overview')
  await page.getByRole('link', { name: '3 unassigned findings' }).click()
  await page.getByRole('navigation', { name: 'Status' }).getByText('Open 3').waitFor()
  await see('list')
  await page.getByLabel('Person, resource or title').fill('server')
  await page.getByRole('button', { name: 'Filter' }).click()
  expect(await page.locator('.issues li').count()).toBe(1)
  await page.getByRole('link', { name: 'Door is open' }).click()
  await page.getByLabel('Owner', { exact: true }).selectOption('Bob Barton')
  await page.getByRole('button', { name: 'Set owner' }).click()
  await page.getByText('The change was saved.').waitFor()
  await page.getByText('Change due date').click()
  await page
    .getByLabel('Due date', { exact: true })
    .fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
  await page.getByLabel('Reason').fill('The locksmith comes on Friday.')
  await page.getByRole('button', { name: 'Set due date' }).click()
  await page.getByLabel('Write a comment').fill('The lock is ordered.\n<b>It is in stock.</b>')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.getByText('<b>It is in stock.</b>').waitFor()
  await see('finding')
  const [serverRoom] = world.doors
  if (serverRoom) serverRoom.locked = true
  await page.getByRole('link', { name: 'Production' }).click()
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByText('1 resolved since the previous run').or(page.getByText('2 findings')).first().waitFor()
  await see('run')
  await page.getByRole('link', { name: 'Findings', exact: true }).click()
  await page.getByRole('link', { name: /^Resolved/ }).click()
  await page.getByRole('link', { name: 'Door is open' }).click()

  await page.getByText('Resolved', { exact: true }).waitFor()
  expect(await page.locator('.history li .what').allInnerTexts()).toEqual([
    'Resolved: the check passes',
    expect.stringMatching(/^Ada Lovelace set the due date to .*: The locksmith comes on Friday\.$/),
    'Ada Lovelace made Bob Barton the owner',
    'Failed for the first time',
  ])
  await see('resolved')
  await page.goto(`${world.url}/connections/${production}`)
  await page.getByLabel('Write a comment').fill('Everything behind the reception.')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.getByText('Everything behind the reception.').waitFor()
  await see('connection')
  expect(complaints).toEqual([])
})

test('a risk that is accepted in the sandbox is not accepted in production, and counts again when it is revoked', async () => {
  const world = await startDoors()
  const sandbox = await world.connect('Sandbox')
  await world.connect('Production')
  const { page, complaints, see } = await world.signIn()
  const countTabs = async () => (await page.locator('.tabs a').allInnerTexts()).map((tab) => tab.replace(/\s+/, ' '))

  await page.goto(`${world.url}/findings?connection=${sandbox}`)
  await page.getByLabel('Select all on this page').check()
  await see('ticked')
  await page.getByRole('button', { name: 'Accept risk…' }).click()
  await page.getByLabel('Reason').fill('Nothing real is in the sandbox.')
  await page.getByLabel('Last day').fill(new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10))
  await see('accept')
  await page.getByRole('button', { name: 'Accept risk' }).click()
  await page.getByText('The risk is accepted and no longer counts.').waitFor()
  await page.getByRole('link', { name: 'Findings', exact: true }).click()

  expect(await countTabs()).toEqual(['Open 3', 'Accepted 3', 'Resolved 0', 'All 6'])
  const open = await page.locator('.issues .what .small').allInnerTexts()
  expect(open.map((line) => line.split(' · ')[1])).toEqual(['Production', 'Production', 'Production'])
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: /accepted risk/ }).click()
  await see('waivers')
  await page.getByRole('button', { name: /^Revoke / }).click()
  await page.getByText('The accepted risk was revoked.').waitFor()
  await page.goto(`${world.url}/findings`)
  expect(await countTabs()).toEqual(['Open 6', 'Accepted 0', 'Resolved 0', 'All 6'])
  expect(complaints).toEqual([])
})

test.each([
  ['on a phone in the dark', { viewport: { width: 360, height: 780 }, colorScheme: 'dark' as const }],
  ['without a script', { javaScriptEnabled: false }],
])(
  '%s the pages of findings fit, and change owners of several at once',
  async (name, options: BrowserContextOptions) => {
    const world = await startDoors()
    await world.connect('Production')
    const { page, complaints, see } = await world.signIn(options)
    const look = (part: string) =>
      options.javaScriptEnabled === false ? Promise.resolve() : see(`${name.split(' ').at(-1)}-${part}`)

    await look('overview')
    await page.goto(`${world.url}/findings`)
    await look('list')
    for (const box of await page.getByRole('checkbox', { name: /^Select/ }).all()) await box.check()
    await page.getByRole('button', { name: 'Change owner and due date…' }).click()
    await look('change')
    await page.getByLabel('Owner', { exact: true }).selectOption('Bob Barton')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The change was saved.').waitFor()
    expect(await page.locator('.issues .owner').allInnerTexts()).toEqual(['Bob Barton', 'Bob Barton', 'Bob Barton'])
    await page.getByRole('link', { name: 'Door is open' }).first().click()
    await look('finding')
    await page.goto(`${world.url}/findings/due-days`)
    await look('days')
    await page.getByLabel('Days for critical severity').fill('1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The due days were saved').waitFor()
    await page.goto(`${world.url}/waivers`)
    await look('waivers')

    expect(complaints).toEqual([])
  },
)

test('500 findings stay a page of bounded height, and every page of them is reached', async () => {
  const severities = ['critical', 'high', 'medium', 'low'] as const
  const world = await startDoors(
    Array.from({ length: 500 }, (_, index) => ({
      id: `d${index}`,
      name: `Door ${index}`,
      severity: severities[index % 4] ?? 'low',
      locked: false,
    })),
  )
  await world.connect('Production')
  const { page, complaints, see } = await world.signIn()

  await page.goto(`${world.url}/findings?sort=severity`)
  await see('many')
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  const seen = new Set(await page.locator('.issues .what a').evaluateAll((all) => all.map((one) => String(one))))
  for (let number = 2; number <= 10; number++) {
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.waitForLoadState()
    for (const link of await page.locator('.issues .what a').evaluateAll((all) => all.map((one) => String(one))))
      seen.add(link)
  }

  expect(await page.getByRole('link', { name: 'Next page' }).count()).toBe(0)
  await page.locator('.issues .what a').last().click()
  await page.getByRole('link', { name: 'this run' }).click()
  const target = page.locator(':target')
  await target.waitFor()

  expect(await target.evaluate((one) => String(one.getBoundingClientRect().top < 900))).toBe('true')
  expect(height).toBeLessThan(4_500)
  expect(seen.size).toBe(500)
  expect(complaints).toEqual([])
})
