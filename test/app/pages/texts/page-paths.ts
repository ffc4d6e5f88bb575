import { pageRoutes } from '../../../../src/app/pages/page-routes.ts'
import { declaredThings } from '../../../../src/things/declared/declared-things.ts'
import { listChosenFields } from '../../../../src/things/declared/pages/page-facts.ts'
import { drawPopulation } from '../../../../src/things/population-samples/reading/draw-population.ts'
import type { startLargeWorld } from '../../../browser/large-world.ts'
import { formatSmallFile } from '../../../things/connectors/small-file.ts'
import { createSamples } from '../../../things/declared/create-samples.ts'
import type { createBrowserClient } from '../world.ts'

type World = Awaited<ReturnType<typeof startLargeWorld>>
type Client = ReturnType<typeof createBrowserClient>

/** A path for every route of a page, of something that is there. Throws for a route without one. */
export async function listPagePaths(
  { runtime, organizationId, connectionId, runId, large, crossCheckRunId }: World,
  client: Client,
): Promise<Readonly<Record<string, string>>> {
  const sent = { question: 'Do you encrypt data at rest?', answer: 'Yes, with AES-256.', tags: 'crypto' }
  const saved = await client.post('/knowledge-base/new', '/knowledge-base/new', sent)
  const answer = saved.headers.get('location')?.split('?')[0] ?? ''
  const { sha256 } = await runtime.dataConnectors.add({
    text: formatSmallFile({ id: 'tiny', baseUrl: 'https://api.tiny.example' }),
    by: 'ada',
  })
  const findings = await runtime.findings.list({ organizationId, limit: 100 })
  const finding = findings.find(({ connectorId }) => connectorId !== 'cross-check')
  const across = findings.find(({ connectorId }) => connectorId === 'cross-check')
  const [review] = await runtime.judgements.listNeeded({ organizationId, limit: 1 })
  const hook = { organizationId, name: 'Tickets', sink: 'webhook', url: 'https://tickets.invalid/in' } as const
  const { webhook } = await runtime.webhooks.create(hook)
  const delivery = await runtime.webhooks.test({ organizationId, id: webhook.id })
  const { id: reviewId } = await runtime.accessReviews.start({
    organizationId,
    title: 'Second quarter',
    connectionIds: [connectionId],
    by: 'ada',
    reviewers: [{ userId: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' }],
    dueDay: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  })
  const { id: taskId } = await addProvedTask(runtime, organizationId)
  const statement = await runtime.tasks.state({ organizationId, taskId, text: 'Done.', author: bob })
  const { data: people } = await runtime.peopleView.people({ organizationId, filter: 'leavers', limit: 1 })
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
  const sample = await drawPopulation(runtime, { organizationId, userId: 'ada' }, { list, size: 2, seed: '3' })
  const ofThings = declaredThings.flatMap((thing) =>
    ['', ...listChosenFields(thing).map(({ path }) => path)].map((path) => [
      `${thing.page}/:${thing.idName}${path}`,
      `${thing.page}/${samples[thing.idName]}${path}`,
    ]),
  )
  const named: Readonly<Record<string, string>> = {
    ...Object.fromEntries(ofThings),
    '/connect/:connectorId': '/connect/club',
    '/connect/:connectorId/checks': '/connect/club/checks',
    '/connect/:connectorId/checks/:checkId': `/connect/club/checks/${runtime.connectors.find(({ id }) => id === 'club')?.checks[0]?.id}`,
    '/setup/:connectorId': '/setup/club',
    '/connections/:connectionId': `/connections/${large.connectionId}`,
    '/connections/:connectionId/disconnect': `/connections/${connectionId}/disconnect`,
    '/connections/:connectionId/inventories': `/connections/${connectionId}/inventories`,
    '/connections/:connectionId/inventories/:of': `/connections/${connectionId}/inventories/account`,
    '/people/:personKey': `/people/${people[0]?.key}`,
    '/people/:personKey/addresses': `/people/${people[0]?.key}/addresses`,
    '/cross-checks/:crossCheckId': '/cross-checks/leavers',
    '/cross-checks/:crossCheckId/variables': '/cross-checks/leavers/variables',
    '/runs/:runId': `/runs/${large.runId}`,
    '/runs/:runId/exchanges/:number': `/runs/${runId}/exchanges/1`,
    '/samples/:populationSampleId/records/:number': `/samples/${sample.id}/records/1`,
    '/search': '/search?q=account',
    '/judgements/judge': `/judgements/judge?result=${encodeURIComponent(`${review?.runId}/${review?.check.id}/${review?.result.findingId}`)}`,
    '/findings by check': '/findings?view=checks',
    '/runs/:runId/judge': `/runs/${review?.runId}/judge?check=${review?.check.id}&finding=${review?.result.findingId}`,
    '/tasks/:taskId': `/tasks/${taskId}`,
    '/access/:reviewId': `/access/${reviewId}`,
    '/packages/:packageId/status': `/packages/${packageId}/status`,
    '/findings/:findingId': `/findings/${finding?.id}`,
    '/findings/accept': `/findings/accept?finding=${finding?.id}`,
    '/findings/change': `/findings/change?finding=${finding?.id}`,
    '/controls': '/controls?framework=soc2',
    '/connectors/:connectorId': '/connectors/tiny',
    '/connectors/:connectorId/versions/:digest': `/connectors/tiny/versions/${sha256}`,
    '/settings/people/:userId': '/settings/people/ada',
    '/settings/people/:userId/remove': '/settings/people/ada/remove',
    '/settings/webhooks/:webhookId': `/settings/webhooks/${webhook.id}`,
    '/settings/webhooks/:webhookId/deliveries/:deliveryId': `/settings/webhooks/${webhook.id}/deliveries/${delivery.id}`,
    '/knowledge-base/:answerId': answer,
    '/knowledge-base/:answerId/edit': `${answer}/edit`,
  }
  const pages = pageRoutes.filter(({ method, path }) => method === 'get' && !answersOtherwise.includes(path))
  const paths = pages.map(({ path }) => {
    const place = named[path] ?? path
    if (place.includes(':')) throw new Error(`No path is known for the page ${path}.`)
    return [path, place] as const
  })
  return {
    ...Object.fromEntries(paths),
    '/runs/:runId with a list': `/runs/${runId}`,
    '/runs/:runId of a cross-check': `/runs/${crossCheckRunId}`,
    "/people who are nobody's": '/people?filter=nobodys',
    '/findings/:findingId of a cross-check': `/findings/${across?.id}`,
    '/connections/:connectionId with lists': `/connections/${connectionId}`,
    '/runs/:runId/judge about a statement': `/runs/${statement.id}/judge`,
    'a page that is not there': '/nowhere',
  }
}

const bob = { userId: 'bob', name: 'Bob Builder', email: 'bob@example.com' }

/** An obligation with every way to meet it. */
async function addProvedTask({ tasks }: World['runtime'], organizationId: string): Promise<{ readonly id: string }> {
  return tasks.add({
    organizationId,
    userId: 'ada',
    ownerId: 'ada',
    title: 'Nobody who left has access',
    everyDays: 45,
    description: 'Who left loses access within a day.',
    controls: ['soc2:CC6.2'],
    satisfiedBy: { checks: ['cross-check/leavers'], accessReviews: true, statements: true },
  })
}

/** Downloads and streams, which are no pages, and a page of a file. */
const answersOtherwise = [
  '/policy-versions/:policyVersionId/:format',
  '/questionnaires/:questionnaireId/answers',
  '/trust-documents/:trustDocumentId/marked',
  ...['/connections/:connectionId/inventories/:of/:format', '/runs/:runId/events', '/runs/:runId/reports/:format'],
  ...['/runs/:runId/bundle', '/evidence/:fileId/download', '/findings.csv', '/settings/audit.csv', '/evidence/:fileId'],
  ...['/knowledge-base.csv', '/knowledge-base.json'],
  ...['/people.csv', '/comments/files/:fileId', '/access/:reviewId/evidence', '/access/:reviewId/accounts.csv'],
  ...['/access/:reviewId/outcomes', '/packages/:packageId/file'],
]
