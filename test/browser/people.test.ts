import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openStore } from '../../src/things/all-stores/open-store.ts'
import { client, startOpenidProvider } from '../app/pages/openid-provider.ts'
import { endRun } from '../things/all-stores/kept-runs.ts'
import { createConnection, createCredentials } from '../things/all-stores/records.ts'
import { expectFit, expectFitEverywhere, openPage } from './browser.ts'
import { startServeProcess } from './serve-process.ts'

const ada = { id: 'ada-at-idp', name: 'Ada Lovelace', email: 'ada@acme.example', emailVerified: true }
const max = { id: 'max-at-idp', name: 'Max Auditor', email: 'max@audit.example', emailVerified: true }

/** The names in the navigation, which say what a person may do. */
async function readPlaces(page: Page): Promise<readonly string[]> {
  await page.getByText('More', { exact: true }).click()
  const places = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
  return places.map((place) => place.trim())
}

/** Where the navigation leads. */
async function readPaths(page: Page): Promise<readonly string[]> {
  const places = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()
  return Promise.all(places.map(async (place) => (await place.getAttribute('href')) ?? ''))
}

async function invite(page: Page, url: string, person: typeof ada, role: RegExp, period?: readonly [string, string]) {
  await page.goto(`${url}/settings/people`)
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email address').fill(person.email)
  const choice = await page.getByRole('option', { name: role }).getAttribute('value')
  await page.getByLabel('Role').selectOption(choice ?? '')
  if (period) {
    await page.getByLabel('First day').fill(period[0])
    await page.getByLabel('Last day').fill(period[1])
  }
  await expectFitEverywhere(page)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await page.locator('#secret').waitFor()
  await expectFit(page)
  return (await page.locator('#secret').textContent()) ?? ''
}

/** The runs of a connection before, in and after the first quarter, as workers on the same store leave them. */
async function writeRuns(storeUrl: string): Promise<void> {
  const store = await openStore(storeUrl)
  const [organization] = await store.organizations.list()
  const organizationId = organization?.id ?? ''
  await store.connections.insert(createConnection('c1', { organizationId }), createCredentials())
  const runs = [
    [
      '2025-11-01',
      [
        ['zoe', 'fail'],
        ['ben', 'fail'],
      ],
    ],
    [
      '2026-02-01',
      [
        ['zoe', 'pass'],
        ['ben', 'fail'],
      ],
    ],
    [
      '2026-05-01',
      [
        ['ben', 'pass'],
        ['ida', 'fail'],
      ],
    ],
  ] as const
  for (const [day, results] of runs)
    await endRun(store, { id: `run-${day}`, atMs: Date.parse(day), organizationId, checks: { mfa: { results } } })
  await store.close()
}

/** What an auditor of the first quarter sees of these runs. */
async function expectPeriod(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/runs`)
  const runs = await page.locator('tbody th a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(runs).toEqual(['/runs/run-2026-02-01'])
  await page.goto(`${url}/findings?state=all`)
  const titles = await page.locator('.issues .what a').allTextContents()
  expect(titles.toSorted()).toEqual(['Seen before, and by no run of this time', 'ben fail'])
  await page.goto(`${url}/findings`)
  expect(await page.locator('.issues .what a').allTextContents()).toEqual(['ben fail'])
  for (const run of ['run-2025-11-01', 'run-2026-05-01'])
    expect([run, (await page.goto(`${url}/runs/${run}`))?.status()]).toEqual([run, 404])
}

test('from an empty store: the operator invites an administrator, who invites an auditor, who reads and is shown out', {
  timeout: 240_000,
}, async () => {
  const provider = await startOpenidProvider(ada)
  const { url, signInUrl, run, cwd } = await startServeProcess(['--allow-private-network'])
  await writeRuns(`sqlite:${join(cwd, 'data/checkwright.db')}`)
  writeFileSync(join(cwd, 'secret.txt'), client.clientSecret)
  const issuer = await run(
    ...['sign-in-issuer', 'add', provider.issuer, '--name', 'Acme login', '--client-id', client.clientId],
    ...['--client-secret-file', 'secret.txt', '--public-url', url, '--allow-private-network'],
  )
  provider.allow(issuer.redirectUri ?? '')

  // The operator gets in by the link of the machine, and invites.
  const operator = await openPage()
  await operator.page.goto(signInUrl)
  await operator.page.getByRole('button', { name: 'Sign in as Operator' }).click()
  const ofAda = await invite(operator.page, url, ada, /^Administrator/)

  // Ada binds her account by the invitation.
  const adas = await openPage()
  await adas.page.goto(ofAda)
  await expectFitEverywhere(adas.page)
  await adas.page.getByRole('button', { name: 'Sign in with Acme login' }).click()
  await adas.page.getByRole('button', { name: 'Sign out' }).waitFor()
  expect(await readPlaces(adas.page)).toEqual(
    expect.arrayContaining(['Connect a system', 'Set up connectors', 'Settings']),
  )
  const ofMax = await invite(adas.page, url, max, /^Viewer/, ['2026-01-01', '2026-03-31'])

  // Max wanted a page before he had an account here, and gets to it.
  provider.become(max)
  const maxes = await openPage()
  await maxes.page.goto(`${url}/controls?framework=soc2`)
  await expectFitEverywhere(maxes.page)
  await maxes.page.goto(ofMax)
  await maxes.page.getByRole('button', { name: 'Sign in with Acme login' }).click()
  await maxes.page.getByRole('heading', { name: 'Controls', level: 1 }).waitFor()
  expect(new URL(maxes.page.url()).pathname).toBe('/controls')
  await expectFitEverywhere(maxes.page)
  expect(await readPlaces(maxes.page)).toEqual([
    ...['Overview', 'Findings', 'Needs review', 'Controls', 'Runs', 'Cross-checks', 'Accepted risks', 'Access reviews'],
    ...['Obligations', 'Packages', 'Evidence', 'Vendors', 'Risks', 'Policies', 'Penetration tests'],
  ])
  for (const path of await readPaths(maxes.page))
    expect([path, (await maxes.page.goto(url + path))?.status()]).toEqual([path, 200])
  for (const path of ['/connect', '/setup', '/settings/people', '/connections/x', '/inventories'])
    expect([path, ((await maxes.page.goto(url + path))?.status() ?? 0) >= 403]).toEqual([path, true])
  await maxes.page.goto(`${url}/`)
  await expectFitEverywhere(maxes.page)
  await expectPeriod(maxes.page, url)

  // The same invitation is nothing to somebody else.
  const eve = await openPage()
  expect((await eve.page.goto(ofMax))?.status()).toBe(403)

  // Ada shows him out; he is out at once.
  await adas.page.goto(`${url}/settings/people`)
  await adas.page.getByRole('link', { name: 'Max Auditor' }).click()
  await expectFitEverywhere(adas.page)
  await adas.page.getByRole('button', { name: 'Deactivate' }).click()
  await adas.page.getByText('The person was deactivated and signed out everywhere.').waitFor()
  expect((await maxes.page.reload())?.status()).toBe(401)

  // She cannot lock herself out, who is the last administrator.
  await adas.page.goto(`${url}/settings/people`)
  await adas.page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await adas.page.getByRole('link', { name: 'Remove…' }).click()
  await expectFitEverywhere(adas.page)
  await adas.page.getByRole('button', { name: 'Remove' }).click()
  await adas.page.getByText('This is the last administrator of the organization').waitFor()
  await expectFitEverywhere(adas.page)

  for (const { complaints } of [operator, adas, maxes, eve]) expect(complaints).toEqual([])
})
