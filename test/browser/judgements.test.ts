import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { createHost, SignInLinks } from '../../src/app/host/index.ts'
import { fakeVendor, fixedClock } from '../../src/author/testing/index.ts'
import { type Clock, systemClock } from '../../src/define/index.ts'
import type { Role } from '../../src/service/rights/permissions.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { drawRows } from '../setup/short-form.ts'
import { createGuestsConnector } from '../things/judgements/world.ts'
import { expectFit, openPage } from './browser.ts'
import { startServed } from './served.ts'

const shots = process.env.CHECKWRIGHT_SHOTS

/** A vendor with one guest, and the pages over a connection to it. */
async function startGuestsWorld(clock: Clock = systemClock) {
  const server = await startServed()
  const state = { guests: [{ id: 'gil@partner.example', kind: 'guest', role: 'reader', idleDays: 3 }] }
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: 'club-key-77aa' },
    routes: { 'GET /guests': () => ({ json: state.guests }) },
  })
  onTestFinished(() => vendor.close())
  const runtime = await createRuntime({
    connectors: [createGuestsConnector(vendor.url)],
    store: 'memory:',
    keys: makeKeyText(),
    publicUrl: server.url,
    allowPrivateNetwork: true,
    clock,
  })
  onTestFinished(() => runtime.close())
  const { id: organizationId } = await runtime.organizations.create({ id: 'acme', name: 'Acme Ltd' })
  await runtime.users.put({ organizationId, id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' })
  const { id: connectionId } = await runtime.connections.create({
    connector: 'club',
    organizationId,
    credentials: { api_key: 'club-key-77aa' },
  })
  const session = new SignInLinks(runtime)
  server.answer(createHost({ runtime, session }).fetch)
  const run = async () => (await runtime.runs.start({ connectionId })).result
  const signIn = async (page: Page, role: Exclude<Role, 'operator'> = 'admin') => {
    await page.goto((await session.create({ organizationId, userId: 'ada', role })).url)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  }
  return { runtime, state, run, signIn, url: server.url }
}

/** Whether the control that the check speaks for is satisfied. */
async function readControl(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/controls?framework=soc2`)
  const control = page.locator('details', { hasText: 'CC6.2' }).first()
  return (await control.textContent()) ?? ''
}

const browsers = [
  ['a wide window, in light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['a phone in the dark', { viewport: { width: 360, height: 780 }, colorScheme: 'dark' }],
  ['a browser without scripts', { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false }],
] as const

test.each(drawRows(browsers, 2 * browsers.length))(
  'a result judged with a file counts in its control, and needs review again when its evidence changes: %s',
  async (what, options) => {
    const { state, run, signIn, url } = await startGuestsWorld()
    await run()
    const { page, complaints } = await openPage(options)
    const hasScripts = !('javaScriptEnabled' in options)
    const see = async (name: string) => {
      if (shots !== undefined) {
        mkdirSync(shots, { recursive: true })
        await page.screenshot({ path: `${shots}/${name}-${what.replaceAll(/\W+/g, '-')}.png`, fullPage: true })
      }
      if (hasScripts) await expectFit(page)
    }
    await signIn(page)

    expect(await readControl(page, url)).toContain('1 result needs review')
    await page.goto(`${url}/judgements`)
    await see('needed')
    await page.getByRole('link', { name: /^Judge: gil/ }).click()
    await see('form')
    await page.getByLabel('Accept: the requirement is met').check()
    await page.getByLabel('Reason').fill('Our auditor, until the end of the year.')
    await page
      .getByLabel(/^Files/)
      .setInputFiles({ name: 'Vertrag "Ä" 2026.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await page.getByLabel('Last day').fill(daysAhead(90))
    await page.getByRole('button', { name: 'Save judgement' }).click()
    await page.getByText('No results need review.').waitFor()
    await see('none-needed')

    expect(await readControl(page, url)).toContain('passes with 1 result that a person accepted')
    await page.goto(url)
    await page.getByRole('heading', { name: 'All results that need review are accepted' }).waitFor()
    await page.goto(`${url}/judgements/made`)
    await see('made')
    await page.getByRole('link', { name: 'Vertrag "Ä" 2026.pdf' }).click()
    await page.getByRole('heading', { name: 'Vertrag "Ä" 2026.pdf' }).waitFor()
    await see('file')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    // Chromium replaces what a file system may not take.
    expect((await downloading).suggestedFilename()).toBe('Vertrag _Ä_ 2026.pdf')
    await page.goto(`${url}/evidence`)
    await see('evidence')

    state.guests = [{ id: 'gil@partner.example', kind: 'guest', role: 'owner', idleDays: 4 }]
    const { id } = await run()
    expect(await readControl(page, url)).toContain('1 result needs review')
    await page.goto(`${url}/runs/${id}?check=guests-reviewed`)
    await page.getByText('gil@partner.example is a guest').first().click()
    await see('run')
    await page.getByRole('link', { name: 'Judge this result…' }).click()
    await page
      .getByText('The newest judgement is about different evidence, so this result needs review again.')
      .waitFor()
    await see('form-again')
    await page.getByLabel('Refuse: the requirement is not met').check()
    await page.getByLabel('Reason').fill('Nobody invited an owner from outside.')
    await page.getByLabel('Last day').fill(daysAhead(30))
    await page.getByRole('button', { name: 'Save judgement' }).click()
    await page.getByText('No results need review.').waitFor()
    expect(await readControl(page, url)).toContain('a person refused 1 result that needed review')
    await page.goto(`${url}/findings`)
    await page.getByText('refused by ada@example.com').waitFor()
    await see('findings')
    await page.getByRole('link', { name: 'gil@partner.example is a guest' }).click()
    await page.getByText('This result was refused, so it counts as failing.').waitFor()
    expect(await page.getByRole('link', { name: 'Accept this risk…' }).count()).toBe(0)
    const finding = page.url()
    await see('finding')
    await page.goto(`${url}/judgements/made`)
    await page.getByRole('button', { name: 'Withdraw judgement' }).first().click()
    await page.getByText('Withdrawn. The result needs review again.').waitFor()
    expect(await readControl(page, url)).toContain('1 result needs review')
    await page.goto(finding)
    await page.getByText('Resolved: the result needs review again').waitFor()

    expect(complaints).toEqual([])
  },
)

test('an auditor reads what needs review and what was judged, and cannot decide', async () => {
  const { run, signIn, url } = await startGuestsWorld()
  const { id } = await run()
  const { page, complaints } = await openPage()
  await signIn(page, 'viewer')

  await page.goto(`${url}/judgements`)
  await page.getByText('gil@partner.example is a guest').waitFor()

  expect(await page.getByRole('link', { name: /^Judge: / }).count()).toBe(0)
  await page.goto(`${url}/runs/${id}/judge?check=guests-reviewed`)
  await page.getByText('This needs the role admin; yours is viewer.').waitFor()
  await page.goto(`${url}/evidence`)
  expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

test('an obligation is open, met by a check, and overdue again by time alone', async () => {
  const clock = fixedClock(new Date().toISOString())
  const { state, run, signIn, url } = await startGuestsWorld(clock)
  const { page, complaints } = await openPage()
  const badge = page.locator('header.head .badge')
  await signIn(page)
  await page.goto(`${url}/tasks/add`)
  await page.getByLabel('Title').fill('Review the guests')
  await page.getByLabel('Cadence').selectOption('every week')
  await page.getByLabel('A statement by one person').uncheck()
  await page.getByLabel('Checks').fill('club/guests-reviewed')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('The obligation was added.').waitFor()
  const { pathname } = new URL(page.url())
  const [open] = await badge.allTextContents()

  state.guests = state.guests.map((guest) => ({ ...guest, kind: 'person' }))
  await run()
  await page.reload()
  const [met] = await badge.allTextContents()
  clock.advance(8 * 86_400_000)
  await signIn(page)
  await page.goto(url + pathname)
  const [overdue] = await badge.allTextContents()

  expect([open, met, overdue]).toEqual(['Open', 'Met', 'Overdue'])
  await expectFit(page)
  expect(complaints).toEqual([])
})
