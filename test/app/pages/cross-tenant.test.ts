import { expect, test } from 'vitest'
import { pageRoutes } from '../../../src/app/pages/page-routes.ts'
import { mayDo, roles } from '../../../src/service/rights/permissions.ts'
import { createFormToken, tokenField } from '../../../src/things/api/options/form-token.ts'
import type { SessionPerson } from '../../../src/things/api/options/person.ts'
import { createComment } from '../../../src/things/comments/write-comments.ts'
import { createSamples } from '../../things/declared/create-samples.ts'
import { publicUrl } from '../../things/runtime/world.ts'
import { openBoxesWorld } from './boxes.ts'

/** Parameters that name nothing of an organization. */
const common: Readonly<Record<string, string>> = {
  connectorId: 'vault',
  checkId: 'boxes-locked',
  number: '1',
  format: 'json',
  of: 'account',
  entityType: 'finding',
  crossCheckId: 'leavers',
}
const theirOrganization = 'other'

/** A connection, a run with its evidence and a waiver of `acme`, and a person of another organization who asks for them. */
async function openWorld() {
  const world = await openBoxesWorld()
  const { runtime, visitor, connectionId } = world
  const handle = await runtime.runs.start({ connectionId, evidence: true })
  await handle.recorded
  const waiver = await runtime.waivers.create({
    organizationId: 'acme',
    connector: 'vault',
    check: 'boxes-locked',
    connection: connectionId,
    justification: 'j',
    approver: 'a',
    expires: nextMonth(),
  })
  await runtime.users.put({ organizationId: theirOrganization, id: 'eve', name: 'Eve', email: 'eve@other.example' })
  const become = (role: SessionPerson['role'], organizationId = theirOrganization) => {
    visitor.person = { userId: organizationId === 'acme' ? 'ada' : 'eve', organizationId, role }
  }
  /** A form with the token that this browser and person have. */
  const send = async (path: string) => {
    await world.get('/signed-out-or-not')
    const value = world.cookies.get('__Host-cw_form') ?? ''
    const token = await createFormToken(runtime, { value, cookie: undefined }, visitor.person)
    const body = new URLSearchParams({ [tokenField]: token })
    return world.ask(path, { method: 'POST', body, headers: { origin: publicUrl } })
  }
  const file = { organizationId: 'acme', name: 'a.pdf', type: 'application/pdf', sizeBytes: 1, sha256: '0'.repeat(64) }
  await runtime.workspace.evidenceUploads.insert({
    formType: 'review',
    file: { ...file, id: 'f-1', objectKey: 'k', userId: null, createdAtMs: Date.now() },
  })
  const made = await runtime.packages.keep({
    organizationId: 'acme',
    framework: 'soc2',
    periodFrom: '2026-04-01',
    periodTo: '2026-04-30',
    manifestSha256: file.sha256,
    gaps: 0,
    isWhole: true,
    runIds: [handle.id],
    file: { ...file, id: 'f-9', objectKey: 'k', userId: null, createdAtMs: 1 },
  })
  const [finding] = await runtime.findings.list({ organizationId: 'acme' })
  const findingId = finding?.id ?? ''
  const { commentId, fileId } = await insertComment(world, findingId)
  const apiKey = await runtime.apiKeys.create({ organizationId: 'acme', scopes: ['comments:read'] })
  const answerId = await runtime.workspace.manualAnswers.save({
    id: 'answer-of-acme',
    organizationId: 'acme',
    question: 'q',
    answer: 'a',
    tags: [],
    sourceQuestionnaireId: null,
    ownerId: null,
    expiresDay: null,
    createdAtMs: 1,
    updatedAtMs: 1,
  })
  await runtime.users.put({ organizationId: 'acme', id: 'only-in-acme', name: 'Ida', email: 'ida@acme.example' })
  // No result of these boxes needs review: judgements-page.test.ts asks for a judgement of another organization.
  const hook = { organizationId: 'acme', name: 'Hook', sink: 'webhook', url: 'https://hooks.invalid/' } as const
  const { webhook } = await runtime.webhooks.create(hook)
  await runtime.webhooks.pause({ organizationId: 'acme', id: webhook.id })
  const delivery = await runtime.webhooks.test({ organizationId: 'acme', id: webhook.id })
  const issuer = await runtime.signInIssuers.create({
    organizationId: 'acme',
    name: 'Login',
    issuer: 'https://login.invalid',
    clientId: 'checkwright',
  })
  const ids: Readonly<Record<string, string>> = {
    ...(await createSamples(runtime, 'acme')),
    webhookId: webhook.id,
    deliveryId: delivery.id,
    issuerId: issuer.id,
    packageId: made.id,
    connectionId,
    runId: handle.id,
    waiverId: waiver.id,
    findingId,
    entityId: findingId,
    commentId,
    fileId,
    judgementId: 'j-1',
    userId: 'only-in-acme',
    apiKeyId: apiKey.id,
    answerId,
    ...(await insertPerson(world, connectionId)),
    // These boxes have no accounts: access/review-page.test.ts asks for a review of another organization.
    reviewId: 'r-1',
    taskId: (await runtime.tasks.add({ organizationId: 'acme', title: 'Theirs', everyDays: 9 })).id,
  }
  return { ...world, send, become, ids }
}

/** A person of the directory, a link of an account, a further address of theirs and a dismissed proposal. */
async function insertPerson({ runtime }: Awaited<ReturnType<typeof openBoxesWorld>>, connectionId: string) {
  const organizationId = 'acme'
  const bytes = Buffer.from('id,email,kind,status\n1,ada@acme.example,employee,active\n')
  await runtime.directory.importPeople({ organizationId, covers: 'both', bytes })
  const [person] = (await runtime.peopleView.people({ organizationId, limit: 1 })).data
  const link = await runtime.accountLinks.create({
    organizationId,
    connectionId,
    recordId: 'u1',
    to: { is: 'out-of-scope' },
    reason: 'r',
    actor: 'ada',
    expires: nextMonth(),
  })
  const ofPerson = { organizationId, personId: person?.id ?? '', actor: 'ada' }
  const address = await runtime.accountLinks.confirmAlias({
    ...ofPerson,
    address: 'ada@former.example',
    reason: 'r',
    expires: nextMonth(),
  })
  const proposal = { connectionId, recordId: 'u2', personId: ofPerson.personId, digest: '0'.repeat(64) }
  const [dismissed] = await runtime.dismissals.dismiss({ organizationId, proposals: [proposal], actor: 'ada' })
  const ids = { addressId: address.id, dismissedId: dismissed?.id ?? '' }
  return { personKey: person?.key ?? '', linkId: link.id, ...ids }
}

/** A comment of Ada's with a file. */
async function insertComment({ runtime }: Awaited<ReturnType<typeof openBoxesWorld>>, findingId: string) {
  const { comments, objects, clock } = runtime.workspace
  const written = await createComment(
    { comments, objects, clock, users: runtime.users, entities: { exists: async () => true } },
    {
      organizationId: 'acme',
      authorId: 'ada',
      entityType: 'finding',
      entityId: findingId,
      contextUrl: null,
      content: 'Ours alone',
      attachments: [{ name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a'), description: null, userId: 'ada' }],
    },
  )
  return { commentId: written.id, fileId: written.attachments[0]?.file.id ?? '' }
}

function nextMonth(): string {
  return new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
}

function fillPath(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? common[name] ?? '')
}

function listParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

const ofTenants = pageRoutes.filter(
  ({ path }) =>
    // Connector files are the platform's.
    !path.startsWith('/connectors/') && listParameters(path).some((name) => !Object.hasOwn(common, name)),
)

test.each(roles)(
  "every page, event stream, download and form is 404 with another organization's ids, for a %s",
  async (role) => {
    const { get, send, become, ids, runtime } = await openWorld()
    const before = [
      await runtime.connections.get(ids.connectionId ?? ''),
      await runtime.waivers.list({ organizationId: 'acme' }),
    ]
    become(role)

    for (const { method, path, access } of ofTenants) {
      for (const name of listParameters(path))
        expect([path, name, { ...common, ...ids }[name]]).toEqual([path, name, expect.stringMatching(/./)])
      const at = fillPath(path, ids)
      const { status } = method === 'get' ? await get(at) : await send(at)
      const isAllowed = access === 'anybody' || mayDo(role, access)
      expect([method, path, status]).toEqual([method, path, isAllowed ? 404 : 403])
    }

    expect([
      await runtime.connections.get(ids.connectionId ?? ''),
      await runtime.waivers.list({ organizationId: 'acme' }),
    ]).toEqual(before)
    expect(ofTenants.length).toBeGreaterThan(15)
  },
)

test.each(roles)('every page that takes no id shows a %s of another organization nothing of ours', async (role) => {
  const { get, become, ids } = await openWorld()
  become(role)

  for (const { method, path, access } of pageRoutes) {
    if (method !== 'get' || listParameters(path).length > 0 || access === 'anybody') continue
    const { status, text } = await get(path)
    expect([path, status]).toEqual([path, mayDo(role, access) ? 200 : 403])
    for (const id of Object.values(ids)) expect([path, text.includes(id)]).toEqual([path, false])
  }
})

test('a viewer sees the runs of their period alone, by every page that takes a run', async () => {
  const { get, visitor, ids } = await openWorld()
  const ofRuns = pageRoutes.filter(
    ({ method, path, access }) =>
      method === 'get' && path.includes(':runId') && access !== 'anybody' && mayDo('viewer', access),
  )
  const see = async (period: Pick<SessionPerson, 'periodFrom' | 'periodTo'>) => {
    visitor.person = { userId: 'ada', organizationId: 'acme', role: 'viewer', ...period }
    const statuses = await Promise.all(ofRuns.map(async ({ path }) => (await get(fillPath(path, ids))).status))
    return [(await get('/')).text.includes(ids.runId ?? '-'), ...new Set(statuses)]
  }

  expect(await see({})).toEqual([true, 200])
  expect(await see({ periodFrom: '2020-01-01', periodTo: nextMonth() })).toEqual([true, 200])
  expect(await see({ periodTo: '2020-01-01' })).toEqual([false, 404])
  expect(await see({ periodFrom: nextMonth() })).toEqual([false, 404])
  expect(ofRuns.length).toBeGreaterThan(3)
})
