import { randomBytes } from 'node:crypto'
import { createHost } from 'checkwright/host'
import { createRuntime } from 'checkwright/runtime'
import { loadFramework } from '../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { storePackage } from '../../src/things/packages/making/store-package.ts'
import { trustDocument } from '../../src/things/trust-centre/documents.ts'
import { publishStatus } from '../../src/things/trust-centre/reading/signed-status.ts'
import { trustCentre, trustLink } from '../../src/things/trust-centre/thing.ts'
import { findMedian } from '../find-median.ts'
import { leaveFigures } from '../goals/figures.ts'
import { measurePage } from '../measure-page.ts'

/**
 * The cost of the page of a trust centre compared with the signed status page below it, in turns within a round. The trust centre shows
 * twenty controls, ten answers, ten documents and five links.
 *
 * Arguments: rounds.
 */
const rounds = Number(process.argv[2] ?? 5)
const requests = 300
const organizationId = 'acme'

const runtime = await createRuntime({
  connectors: [],
  store: 'memory:',
  keys: `bench:${randomBytes(32).toString('base64')}`,
  publicUrl: 'http://127.0.0.1',
  worker: false,
})
const { objects, manualAnswers } = runtime.workspace
await runtime.organizations.create({ id: organizationId, name: 'Acme' })
const framework = await loadFramework('soc2')
if (framework === undefined) throw new Error('SOC 2 does not come with Checkwright any more.')
const answers: string[] = []
for (let number = 0; number < 10; number++)
  answers.push(
    await manualAnswers.save({
      id: `answer-${number}`,
      organizationId,
      question: `Question ${number}?`,
      answer: 'Yes, and here is how we do it. '.repeat(10),
      tags: [],
      sourceQuestionnaireId: null,
      ownerId: null,
      expiresDay: '2099-12-31',
      createdAtMs: 0,
      updatedAtMs: 0,
    }),
  )
const centres = runtime.serviceOf(trustCentre)
const controls = framework.controls.slice(0, 20).map(({ id }) => id)
const { id: centreId, values } = await centres.create({
  organizationId,
  values: { name: 'Acme Cloud', introduction: 'How we protect your data.', controls, answers },
})
for (let number = 0; number < 10; number++)
  await runtime.serviceOf(trustDocument).create({
    organizationId,
    values: { centreId, title: `Document ${number}`, access: 'request', kind: 'document', whenEnded: 'hide' },
  })
for (let number = 0; number < 5; number++)
  await runtime
    .serviceOf(trustLink)
    .create({ organizationId, values: { centreId, title: `Link ${number}`, url: 'https://acme.example' } })
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const of = { organizationId, framework, from: day, to: day, isNamed: true, uploads: objects }
const { id: packageId } = await storePackage(runtime, of, 'ada')
await publishStatus({ runtime, objects }, { organizationId, userId: 'ada', centreId, packageId })
await centres.act.open({ organizationId, id: centreId })

const unlimited = { requests: 1e9, windowMs: 60_000 }
const host = createHost({ runtime, session: { person: () => undefined }, rateLimits: { address: unlimited } })
const paths = { page: `/trust/${values.slug}`, status: `/trust/${values.slug}/status/index.html` }

const measure = (path: string) => measurePage(host, path, requests)

await measure(paths.page)
await measure(paths.status)
const ratios: number[] = []
for (let round = 1; round <= rounds; round++) {
  const [page, status] = [await measure(paths.page), await measure(paths.status)]
  ratios.push(page / status)
  console.log(
    `round ${round}: page ${page.toFixed(0)} µs, status page ${status.toFixed(0)} µs, ${(page / status).toFixed(2)} ×`,
  )
}
console.log(`the page of a trust centre, to its status page: ${findMedian(ratios)?.toFixed(2)} ×`)
leaveFigures({ 'trust page': ratios })
await runtime.close()
