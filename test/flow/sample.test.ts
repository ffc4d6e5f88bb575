import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHost, SignInLinks } from '../../src/app/host/index.ts'
import { openQueryViews } from '../../src/app/query/query-views.ts'
import { runQuery } from '../../src/app/query/run-query.ts'
import { loadSampleConnectors, openSample } from '../../src/app/sample/open-sample.ts'
import { company } from '../../src/app/sample/world/company.ts'
import { frameworkIds, loadFramework } from '../../src/checks/controls/frameworks/shipped-frameworks.ts'
import type { Thing } from '../../src/service/fields/define-thing.ts'
import { formatDay } from '../../src/text/calendar-day.ts'
import { categoryExclusion, controlExclusion } from '../../src/things/exclusions/thing.ts'
import { pentest, pentestFinding } from '../../src/things/pentests/thing.ts'
import { policy, policyAcknowledgement } from '../../src/things/policies/thing.ts'
import { risk } from '../../src/things/risks/thing.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import type { Runtime } from '../../src/things/runtime/runtime.ts'
import { vendor, vendorDocument } from '../../src/things/vendors/thing.ts'
import { createFolder, runCheckwright } from '../app/command.ts'
import { questions } from '../app/query/documented-questions.ts'

const organizationId = company.slug
const folder = join(createFolder(), 'sample')
let runtime: Runtime

beforeAll(async () => {
  const place = await openSample(folder, () => {})
  runtime = await createRuntime({
    ...place,
    connectors: await loadSampleConnectors(),
    publicUrl: 'http://127.0.0.1:3000',
    worker: false,
  })
}, 120_000)

afterAll(() => runtime.close())

test('openSample() makes an organization whose findings became fewer in ninety days, and some are left', async () => {
  const trend = await runtime.runs.trend({ organizationId, days: 90 })
  const findings = await runtime.findings.list({ organizationId, limit: 500 })

  const failing = trend.map(({ fail }) => fail)
  expect(failing[5]).toBeGreaterThan(2 * (failing.at(-1) ?? 0))
  expect(failing.at(-1)).toBeGreaterThan(0)
  expect(findings.filter(({ severity, ownerId }) => severity !== 'low' && ownerId === null)).toEqual([])
  expect(findings.filter(({ waived }) => waived)).toHaveLength(2)
})

test('openSample() has somebody who left and keeps an account, an obligation, judgements, a finished review and a package', async () => {
  const leavers = await runtime.findings.list({ organizationId, checkId: 'leavers' })
  const reviews = await runtime.accessReviews.list({ organizationId })
  const packages = await runtime.packages.list({ organizationId })

  expect(leavers.map(({ result }) => result.title)).toEqual([expect.stringContaining('Omar Vestergaard')])
  expect(reviews).toMatchObject([{ state: 'finished', counts: { undecided: 0 } }])
  expect((await runtime.tasks.list({ organizationId })).filter(({ state }) => state === 'met').length).toBeGreaterThan(
    0,
  )
  expect(await runtime.judgements.count({ organizationId })).toBeGreaterThan(1)
  expect(packages).toHaveLength(1)
})

test('openSample() leaves two categories and a control out, the control by the word of two people, and has an auditor of the period', async () => {
  const list = async (thing: Thing) => runtime.serviceOf(thing).list({ organizationId, limit: 5 })

  expect(await list(categoryExclusion)).toMatchObject([
    { values: { categories: ['soc2:processing-integrity', 'soc2:privacy'] } },
  ])
  expect(await list(controlExclusion)).toMatchObject([{ state: 'holds', values: { control: 'soc2:CC6.4' } }])
  expect((await runtime.people.list({ organizationId })).filter(({ role }) => role === 'viewer')).toHaveLength(1)
})

test('openSample() has vendors, risks, a policy and a penetration test, each with its obligation', async () => {
  const list = async (thing: Thing) =>
    (await runtime.serviceOf(thing).list({ organizationId, limit: 50 })).map(({ state }) => state).toSorted()
  const tasks = await runtime.tasks.list({ organizationId })
  const [acknowledged] = await runtime.serviceOf(policy).list({ organizationId, limit: 1 })

  expect(await list(vendor)).toEqual(['never-reviewed', 'never-reviewed', 'reviewed'])
  expect(await list(vendorDocument)).toEqual(['valid', 'valid'])
  expect(await list(risk)).toEqual(['accepted', 'treated', 'treated'])
  expect(acknowledged).toMatchObject({ state: 'published', values: { publishedNumber: 2 } })
  expect(await list(policyAcknowledgement)).toHaveLength(4)
  expect(await list(pentest)).toEqual(['findings-open'])
  expect(await list(pentestFinding)).toEqual(['ended', 'open'])
  expect(Map.groupBy(tasks, ({ satisfiedBy }) => satisfiedBy.record?.thing).get('vendor')).toHaveLength(3)
  expect(
    tasks.filter(({ satisfiedBy }) => satisfiedBy.record).map(({ title, state }) => [title, state]),
  ).toContainEqual(['Penetration test Web application and API', 'met'])
})

test('openSample() signs by a key of which each manifest says "sample", and verify says it first', async () => {
  const [made] = await runtime.packages.list({ organizationId })
  const file = await runtime.workspace.files.find(made?.fileId ?? '')
  const chunks: Uint8Array[] = []
  for await (const chunk of (await runtime.workspace.objects.get({ organizationId, key: file?.objectKey ?? '' })) ?? [])
    chunks.push(chunk)
  const zip = join(createFolder(), 'package.zip')
  writeFileSync(zip, Buffer.concat(chunks))
  const [key] = await runtime.signing.keys()

  const { stdout, exitCode } = await runCheckwright(['verify', zip, '--key', key?.fingerprint ?? ''])

  expect(stdout.split('\n')[0]).toBe('Sample data: this is about no real organization.')
  expect(exitCode).toBe(0)
})

test('openSample() reaches no host but its vendors, in the process', async () => {
  const { fetch } = await openSample(folder, () => expect.unreachable())
  const ask = (url: string) =>
    fetch(url, { method: 'GET', headers: {}, signal: AbortSignal.timeout(1_000), redirect: 'manual' })

  await expect(ask('https://example.com/')).rejects.toThrow('is no vendor of the sample')
  expect((await ask('https://console.jumpcloud.com/api/systemusers')).status).toBe(200)
})

test('every page of a sample says so, whoever opens the store', async () => {
  const session = new SignInLinks(runtime)
  const { fetch } = createHost({ runtime, session })

  const page = await fetch(new Request('http://127.0.0.1:3000/'))

  expect(await page.text()).toContain('<p class="sample">Sample data: an invented organization</p>')
})

test('a sample is not opened as a real store, and a real store does not become a sample', async () => {
  const { stderr, exitCode } = await runCheckwright([
    'findings',
    '--store',
    `sqlite:${join(folder, 'store', 'checkwright.db')}`,
  ])
  const store = `sqlite:${join(createFolder(), 'real.db')}`
  const keys = { file: join(createFolder(), 'keys') }
  const options = { connectors: [], keys, publicUrl: 'http://127.0.0.1', worker: false } as const
  const real = await createRuntime({ ...options, store })
  await real.signing.signer()
  await real.close()

  expect(stderr).toContain('This is the store of the sample organization, which "checkwright serve --sample" opens.')
  expect(exitCode).toBe(3)
  await expect(createRuntime({ ...options, store, sample: true })).rejects.toThrow('it cannot become a sample')
})

/** Questions of docs/query.md about what the sample does not have. */
const unanswered: readonly string[] = [
  '3. Which open findings does nobody take care of?',
  '15. Which accounts belong to nobody whom the directory knows?',
]

async function ask(sql: string, asOfMs?: number) {
  const loaded = await Promise.all(frameworkIds.map(loadFramework))
  const frameworks = loaded.filter((framework) => framework !== undefined)
  return runQuery(sql, await openQueryViews({ runtime, organizationId, asOfMs, frameworks }))
}

test.each(questions)('%s The sample organization has an answer', async (question, sql) => {
  const { columns, rows } = await ask(sql)

  expect(columns.length).toBeGreaterThan(0)
  expect([question, rows.length > 0]).toEqual([question, !unanswered.includes(question)])
})

test('a question of an earlier day is answered by the state of that day', async () => {
  const open = "select count(*) from findings where state <> 'resolved'"
  const [now, earlier] = [await ask(open), await ask(open, Date.now() - 80 * 86_400_000)]
  const newest = await ask('select max(requested_at) from runs', Date.now() - 80 * 86_400_000)

  expect(Number(earlier.rows[0]?.[0])).toBeGreaterThan(Number(now.rows[0]?.[0]))
  expect(String(newest.rows[0]?.[0]) < formatDay(Date.now() - 79 * 86_400_000)).toBe(true)
})
