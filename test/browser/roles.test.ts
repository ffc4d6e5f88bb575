import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fixedClock } from '../../src/author/testing/index.ts'
import { expectFit, openPage } from './browser.ts'
import { doors, startDoors } from './doors-world.ts'

const dayMs = 86_400_000

/** The status with which the browser of this person gets a path. */
async function readStatus(page: Page, url: string): Promise<number> {
  return (await page.request.get(url, { maxRedirects: 0 })).status()
}

/** The rows of a list of findings: the resource of each. */
function readResources(page: Page): Promise<string[]> {
  return page.locator('.issues .what .small').evaluateAll((all) => all.map((one) => String(one.textContent)))
}

test('an invited auditor reads what was known in a period, and nothing from before or after it', async () => {
  const clock = fixedClock(Date.now() - 100 * dayMs)
  const day = (back: number) => new Date(Date.now() - back * dayMs).toISOString().slice(0, 10)
  const world = await startDoors(doors(), clock)
  const [serverRoom, archive, bikes, entrance] = world.doors
  if (!serverRoom || !archive || !bikes || !entrance) throw new Error('There are four doors.')
  const connectionId = await world.connect('Production')
  const before = (await world.runtime.runs.list({ organizationId: 'acme' }))[0]?.id ?? ''
  clock.advance(40 * dayMs)
  bikes.locked = true
  const within = await world.run(connectionId)
  clock.advance(40 * dayMs)
  Object.assign(entrance, { locked: false, severity: 'critical' })
  archive.locked = true
  const after = await world.run(connectionId)
  clock.advance(20 * dayMs)
  const admin = await world.signIn()

  // After the period the administrator decides this and that, and then invites the auditor.
  const [late] = await world.runtime.findings.list({ organizationId: 'acme', text: 'main entrance' })
  const [early] = await world.runtime.findings.list({ organizationId: 'acme', text: 'server room' })
  await admin.page.goto(`${world.url}/findings/${early?.id}`)
  await admin.page.getByLabel('Owner', { exact: true }).selectOption('Bob Barton')
  await admin.page.getByRole('button', { name: 'Set owner' }).click()
  await admin.page.getByLabel('Write a comment').fill('Not for auditors: the locksmith is slow.')
  await admin.page.getByRole('button', { name: 'Comment' }).click()
  await admin.page.getByText('Not for auditors').waitFor()
  await admin.page.goto(`${world.url}/settings/people`)
  await admin.page.getByLabel('Name', { exact: true }).fill('Max Auditor')
  await admin.page.getByLabel('Email address').fill('max@audit.example')
  const viewer = await admin.page.getByRole('option', { name: /^Viewer/ }).getAttribute('value')
  await admin.page.getByLabel('Role').selectOption(viewer ?? '')
  await admin.page.getByLabel('First day').fill(day(75))
  await admin.page.getByLabel('Last day').fill(day(45))
  await admin.page.getByRole('button', { name: 'Create invitation' }).click()
  const invitation = (await admin.page.locator('#secret').textContent()) ?? ''
  const auditor = await openPage()
  const { page } = auditor
  await page.goto(invitation)
  await page.getByRole('button', { name: 'Continue as Max Auditor' }).click()
  await page.getByRole('heading', { name: 'For your audit', level: 1 }).waitFor()

  // The runs, their results and their bundles.
  const links = await page.locator('main a[href^="/runs/"]').evaluateAll((all) => all.map((one) => String(one)))
  expect(links.map((link) => new URL(link).pathname)).toEqual([`/runs/${within}`])
  await page.goto(`${world.url}/runs`)
  expect(await page.locator('tbody tr').count()).toBe(1)
  const statuses = async (form: (run: string) => string) =>
    Promise.all([before, within, after].map((run) => readStatus(page, world.url + form(run))))
  expect(await statuses((run) => `/runs/${run}`)).toEqual([404, 200, 404])
  expect(await statuses((run) => `/runs/${run}/bundle`)).toEqual([404, 200, 404])
  expect(await statuses((run) => `/runs/${run}/reports/json`)).toEqual([404, 200, 404])
  expect(await statuses((run) => `/runs/${run}/exchanges/1`)).toEqual([404, 200, 404])
  await page.goto(`${world.url}/runs/${within}`)
  await page.getByRole('heading', { name: '2 findings', level: 1 }).waitFor()
  // The run before is of another time, so this one is compared with nothing.
  expect(await page.getByText(/since the run before|Compare with/).count()).toBe(0)

  // Findings as they were.
  await page.goto(`${world.url}/findings`)
  expect((await readResources(page)).map((text) => text.split(' · ')[0])).toEqual([
    expect.stringContaining('Server room'),
    expect.stringContaining('Archive'),
  ])
  expect(await page.getByText('Bob Barton').count()).toBe(0)
  await page.goto(`${world.url}/findings?state=all&q=entrance`)
  await page.getByText('No findings match these filters.').waitFor()
  expect(await readStatus(page, `${world.url}/findings/${late?.id}`)).toBe(404)
  await page.goto(`${world.url}/findings/${early?.id}`)
  await page.getByText('As of the end of your period').waitFor()
  for (const text of ['Bob Barton', 'locksmith', 'Comments', 'Set owner'])
    expect([text, await page.getByText(text).count()]).toEqual([text, 0])
  await expectFit(page)
  await page.goto(`${world.url}/controls?framework=soc2`)
  await page.getByText('As of the end of your period').waitFor()
  await page.getByText('CC6.4').first().click()
  expect(await page.locator(`main a[href^="/runs/${within}"]`).count()).toBeGreaterThan(0)
  expect(await page.locator(`main a[href*="${after}"], main a[href*="${before}"]`).count()).toBe(0)

  // No systems, people, lists or streams, by page and by address.
  const refused = [
    ...['/connections', `/connections/${connectionId}`, `/connections/${connectionId}/inventories`, '/connect'],
    ...['/schedules', '/knowledge-base', '/settings/people', '/settings/audit', '/settings/api-keys', '/setup'],
    ...[`/runs/${within}/events`, `/findings/accept?finding=${early?.id}`, `/findings/change?finding=${early?.id}`],
  ]
  for (const path of refused) expect([path, await readStatus(page, world.url + path)]).toEqual([path, 403])
  expect([admin.complaints, auditor.complaints]).toEqual([[], []])
})

test('a member runs, comments, takes findings and uploads, and neither accepts risks nor judges nor sees people', async () => {
  const world = await startDoors()
  const connectionId = await world.connect('Production')
  const { page, complaints } = await world.signIn({}, { userId: 'bob', role: 'member' })

  await page.goto(`${world.url}/connections/${connectionId}`)
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('heading', { name: '3 findings', level: 1 }).waitFor()
  const run = new URL(page.url()).pathname
  await page.getByText('Door is open').first().click()
  expect(await page.getByRole('link', { name: 'Accept this risk…' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Owner, due date and comments' }).first().click()
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await page.getByText('The change was saved.').waitFor()
  await page.getByLabel('Write a comment').fill('I ask the locksmith.')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.getByText('I ask the locksmith.').waitFor()
  expect(await page.getByRole('link', { name: 'Accept this risk…' }).count()).toBe(0)
  await expectFit(page)
  const finding = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto(`${world.url}/findings`)
  await page.getByLabel('Select all on this page').check()
  expect(await page.getByRole('button', { name: 'Accept risk…' }).count()).toBe(0)
  await page.goto(`${world.url}/evidence`)
  await page.getByLabel('Purpose').fill('Locks')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'order.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('heading', { name: 'order.pdf', level: 1 }).waitFor()

  const refused = [
    ...[`/findings/accept?finding=${finding}`, `${run}/judge?check=doors-locked&finding=${finding}`],
    ...['/findings/due-days', '/settings/people', '/settings/audit', '/setup'],
    `/connections/${connectionId}/inventories`,
  ]
  for (const path of refused) expect([path, await readStatus(page, world.url + path)]).toEqual([path, 403])
  await page.goto(`${world.url}/waivers`)
  expect(await page.getByRole('button', { name: /Revoke/ }).count()).toBe(0)
  expect(await page.getByRole('navigation', { name: 'Main' }).locator('li:not(.narrow) > a').allTextContents()).toEqual(
    [
      ...['Overview', 'Findings', 'Needs review', 'Connections', 'Controls'],
      ...[
        'Runs',
        'Cross-checks',
        'Connect a system',
        'Schedules',
        'Accepted risks',
        'Access reviews',
        'Obligations',
        'Packages',
        'Evidence',
        'Knowledge base',
      ],
      ...['Vendors', 'Risks', 'Policies', 'Penetration tests', 'Questionnaires'],
    ],
  )
  expect(complaints).toEqual([])
})
