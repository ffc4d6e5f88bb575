import { appendFileSync, mkdirSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pageRoutes } from '../../src/app/pages/page-routes.ts'
import { declaredThings } from '../../src/things/declared/declared-things.ts'
import { listChosenFields } from '../../src/things/declared/pages/page-facts.ts'
import { drawPopulation } from '../../src/things/population-samples/reading/draw-population.ts'
import { isDrawn, isSoak } from '../setup/short-form.ts'
import { formatSmallFile } from '../things/connectors/small-file.ts'
import { createSamples } from '../things/declared/create-samples.ts'
import { expectFit, openPage } from './browser.ts'
import { type LargeSize, startLargeWorld } from './large-world.ts'

/** A folder for screenshots and heights. @default none are made */
const shots = process.env.CHECKWRIGHT_SHOTS

const size: LargeSize = isSoak
  ? { connections: 200, checks: 94, results: 6_000, failing: 500 }
  : { connections: 30, checks: 24, results: 160, failing: 60 }

/** With what a person scrolls through at most, in pixels. Lists of 50 rows are the longest pages. */
const windows = [
  { width: 1280, heightMax: 5_000, colorScheme: 'light', language: 'en' },
  { width: 360, heightMax: 9_000, colorScheme: 'dark', language: 'de' },
] as const

/** Downloads and streams, which are no pages, beside the tables of things. */
const answersOtherwise = new Set([
  '/policy-versions/:policyVersionId/:format',
  '/questionnaires/:questionnaireId/answers',
  '/knowledge-base.json',
  '/trust-documents/:trustDocumentId/marked',
  '/connections/:connectionId/inventories/:of/:format',
  '/runs/:runId/events',
  '/runs/:runId/reports/:format',
  '/runs/:runId/bundle',
  '/evidence/:fileId/download',
  '/packages/:packageId/file',
  '/comments/files/:fileId',
  '/access/:reviewId/evidence',
  '/access/:reviewId/outcomes',
])

test('every page fits a telephone and both themes, is bounded in height, and has no complaint, with much to show', {
  timeout: 600_000,
}, async () => {
  const world = await startLargeWorld(size)
  const { page, complaints } = await openPage()
  await page.goto(await world.signInUrl())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const paths = await listPaths(page, world)
  const known = pageRoutes.filter(
    ({ method, access, path }) =>
      method === 'get' && access !== 'anybody' && !path.endsWith('.csv') && !answersOtherwise.has(path),
  )

  expect(Object.keys(paths).toSorted()).toEqual(known.map(({ path }) => path).toSorted())
  const across = await world.runtime.findings.list({
    organizationId: world.organizationId,
    connectorId: 'cross-check',
    limit: 1,
  })
  const acrossId = across[0]?.id ?? ''
  const problems: unknown[] = []
  const further = {
    '/findings by check': '/findings?view=checks',
    '/runs/:runId of a cross-check': `/runs/${world.crossCheckRunId}`,
    "/people who are nobody's": '/people?filter=nobodys',
    '/findings/:findingId of a cross-check': `/findings/${acrossId}`,
  }
  const routes = Object.entries({ ...paths, ...further })
  for (const [number, { width, heightMax, colorScheme, language }] of windows.entries()) {
    await page.setExtraHTTPHeaders({ 'accept-language': language })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    for (const [index, [route, path]] of routes.entries()) {
      // A page and what Axe says of it take a second: the short form looks at a quarter of them, each in one window.
      if (!isDrawn(route, 4) || !(isSoak || index % windows.length === number)) continue
      const began = performance.now()
      const answer = await page.goto(world.url + path)
      const ms = Math.round(performance.now() - began)
      const [height, lang] = await page.evaluate<readonly [number, string]>(
        '[document.documentElement.scrollHeight, document.documentElement.lang]',
      )
      if (shots !== undefined) {
        mkdirSync(shots, { recursive: true })
        await page.screenshot({ path: `${shots}/every${route.replaceAll(/\W+/g, '-')}-${width}.png`, fullPage: true })
        appendFileSync(`${shots}/every.tsv`, `${[route, width, height, ms].join('\t')}\n`)
      }
      const unfit = await expectFit(page).catch((error) => (error.actual ? `${error}: ${error.actual}` : String(error)))
      if (answer?.status() !== 200 || height > heightMax || unfit || lang !== language)
        problems.push([route, width, answer?.status(), height, lang, unfit])
    }
  }

  expect(problems).toEqual([])
  await workWithPeople(world.url, await page.context().storageState())
  expect(complaints).toEqual([])
})

type State = NonNullable<BrowserContextOptions['storageState']>

/** Finds somebody who left, decides whose an account is, and runs a cross-check, without a script. */
async function workWithPeople(url: string, storageState: State): Promise<void> {
  const { page } = await openPage({ javaScriptEnabled: false, storageState })
  await page.goto(`${url}/people`)
  await page.getByLabel('Show').selectOption('leavers')
  await page.getByRole('button', { name: 'Filter' }).click()
  expect(await page.locator('tbody th a').allTextContents()).toEqual(['Gil Amelio'])
  await page.goto(`${url}/settings/directory`)
  await page.locator('select[name="connection"]').selectOption({ label: 'The club (configured)' })
  await page.getByRole('button', { name: 'Open' }).click()
  expect(await page.getByLabel('Own domains').inputValue()).toBe('example.com')
  await page.goto(`${url}/people/list/decide`)
  await page.getByLabel('Owner').selectOption({ index: 1 })
  await page.getByLabel('Reason').fill('Asked them.')
  await page.getByLabel('Last day').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Save decisions' }).click()
  await page.goto(`${url}/people/list/decide`)
  await page.getByText('No accounts need a decision.').waitFor()
  await page.goto(`${url}/cross-checks`)
  await page.getByRole('button', { name: 'Run now: Nobody who left can still sign in' }).click()
  await page.waitForURL(/\/runs\//)
}

/** A path for each route of a page, of things that exist. */
async function listPaths(
  page: Page,
  { url, runtime, organizationId, connectionId, runId, large }: Awaited<ReturnType<typeof startLargeWorld>>,
): Promise<Readonly<Record<string, string>>> {
  await page.goto(`${url}/knowledge-base/new`)
  await page.getByRole('textbox', { name: 'Question' }).fill('Do you encrypt data at rest?')
  await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, with AES-256.')
  await page.getByRole('button', { name: 'Save' }).click()
  const answer = new URL(page.url()).pathname
  await page.goto(`${url}/evidence`)
  await page.getByLabel('Purpose').fill('Contract')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'answer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('heading', { name: 'answer.pdf' }).waitFor()
  const file = new URL(page.url()).pathname
  const text = formatSmallFile({ id: 'tiny', baseUrl: 'https://api.tiny.example' })
  const { sha256 } = await runtime.dataConnectors.add({ text, by: 'ada' })
  const findings = await runtime.findings.list({ organizationId, limit: 100 })
  const finding = findings.find(({ connectorId }) => connectorId !== 'cross-check')
  const [review] = await runtime.judgements.listNeeded({ organizationId, limit: 1 })
  const hook = { organizationId, name: 'Tickets', sink: 'webhook', url: 'https://tickets.invalid/in' } as const
  const { webhook } = await runtime.webhooks.create(hook)
  const delivery = await runtime.webhooks.test({ organizationId, id: webhook.id })
  const { id: accessReviewId } = await runtime.accessReviews.start({
    organizationId,
    title: 'Second quarter',
    connectionIds: [connectionId],
    by: 'ada',
    reviewers: [{ userId: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' }],
    dueDay: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  })
  const tasks = await runtime.tasks.addTemplates({ organizationId, framework: 'soc2', userId: 'ada' })
  const taskId = tasks.find(({ template }) => template === 'offboarding')?.id ?? ''
  const author = { userId: 'bob', name: 'Bob Builder', email: 'bob@example.com' }
  await runtime.tasks.state({ organizationId, taskId, text: 'All three have lost their access.', author })
  const { data: people } = await runtime.peopleView.people({ organizationId, filter: 'leavers', limit: 1 })
  const manual = `check=${review?.check.id}&finding=${review?.result.findingId}`
  const { id: packageId } = await runtime.packages.keep({
    organizationId,
    framework: 'soc2',
    periodFrom: '2026-01-01',
    periodTo: '2026-03-31',
    manifestSha256: 'a'.repeat(64),
    gaps: 0,
    isWhole: true,
    runIds: [],
  })
  const samples = await createSamples(runtime, organizationId)
  const list = { connectionId, of: 'account' } as const
  const sample = await drawPopulation(runtime, { organizationId, userId: 'ada' }, { list, size: 25, seed: '3' })
  const ofThings = declaredThings.flatMap((thing) => {
    const { page: at, idName } = thing
    const one = ['', ...listChosenFields(thing).map(({ path }) => path)]
    return [[at, at], ...one.map((path) => [`${at}/:${idName}${path}`, `${at}/${samples[idName]}${path}`])]
  })
  return {
    ...Object.fromEntries(ofThings),
    '/vendor-proposals': '/vendor-proposals',
    '/': '/',
    '/connect': '/connect',
    '/connect/:connectorId': '/connect/club',
    '/connect/:connectorId/checks': '/connect/club/checks',
    '/connect/:connectorId/checks/:checkId': `/connect/club/checks/${runtime.connectors.find(({ id }) => id === 'club')?.checks[0]?.id}`,
    '/setup': '/setup',
    '/setup/:connectorId': '/setup/club',
    '/connections': '/connections',
    '/schedules': '/schedules',
    '/connections/:connectionId': `/connections/${large.connectionId}`,
    '/connections/:connectionId/disconnect': `/connections/${connectionId}/disconnect`,
    '/connections/:connectionId/inventories': `/connections/${connectionId}/inventories`,
    '/connections/:connectionId/inventories/:of': `/connections/${connectionId}/inventories/account`,
    '/people': '/people',
    '/people/:personKey': `/people/${people[0]?.key}`,
    '/people/list/decide': '/people/list/decide',
    '/settings/directory': '/settings/directory',
    '/people/list/dismissed': '/people/list/dismissed',
    '/people/list/addresses': '/people/list/addresses',
    '/people/:personKey/addresses': `/people/${people[0]?.key}/addresses`,
    '/cross-checks': '/cross-checks',
    '/cross-checks/:crossCheckId': '/cross-checks/leavers',
    '/cross-checks/schedule': '/cross-checks/schedule',
    '/cross-checks/:crossCheckId/variables': '/cross-checks/leavers/variables',
    '/runs': '/runs',
    '/samples': '/samples',
    '/samples/:populationSampleId/records/:number': `/samples/${sample.id}/records/1`,
    '/runs/:runId': `/runs/${large.runId}`,
    '/runs/:runId/exchanges/:number': `/runs/${runId}/exchanges/1`,
    '/runs/:runId/judge': `/runs/${review?.runId}/judge?${manual}`,
    '/judgements': '/judgements',
    '/judgements/made': '/judgements/made',
    '/search': '/search?q=account',
    '/judgements/judge': `/judgements/judge?result=${encodeURIComponent(`${review?.runId}/${review?.check.id}/${review?.result.findingId}`)}`,
    '/access': '/access',
    '/access/start': '/access/start',
    '/access/:reviewId': `/access/${accessReviewId}`,
    '/imports': '/imports',
    '/evidence': '/evidence',
    '/evidence/:fileId': file,
    '/tasks': '/tasks',
    '/tasks/add': '/tasks/add',
    '/tasks/templates': '/tasks/templates',
    '/tasks/missing': '/tasks/missing',
    '/tasks/:taskId': `/tasks/${taskId}`,
    '/findings': '/findings',
    '/findings/:findingId': `/findings/${finding?.id}`,
    '/findings/accept': `/findings/accept?finding=${finding?.id}`,
    '/findings/change': `/findings/change?finding=${finding?.id}`,
    '/findings/due-days': '/findings/due-days',
    '/waivers': '/waivers',
    '/controls': '/controls?framework=soc2',
    '/frameworks': '/frameworks',
    '/settings/sign-in': '/settings/sign-in',
    '/packages': '/packages',
    '/packages/:packageId/status': `/packages/${packageId}/status`,
    '/connectors': '/connectors',
    '/connectors/:connectorId': '/connectors/tiny',
    '/connectors/:connectorId/versions/:digest': `/connectors/tiny/versions/${sha256}`,
    '/settings/people': '/settings/people',
    '/settings/people/:userId': '/settings/people/ada',
    '/settings/people/:userId/remove': '/settings/people/ada/remove',
    '/settings/webhooks': '/settings/webhooks',
    '/settings/webhooks/:webhookId': `/settings/webhooks/${webhook.id}`,
    '/settings/webhooks/:webhookId/deliveries/:deliveryId': `/settings/webhooks/${webhook.id}/deliveries/${delivery.id}`,
    '/settings/api-keys': '/settings/api-keys',
    '/settings/audit': '/settings/audit',
    '/settings/appearance': '/settings/appearance',
    '/knowledge-base': '/knowledge-base',
    '/knowledge-base/new': '/knowledge-base/new',
    '/knowledge-base/:answerId': answer,
    '/knowledge-base/:answerId/edit': `${answer}/edit`,
  }
}
