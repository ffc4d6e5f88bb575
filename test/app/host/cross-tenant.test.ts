import { describe, expect, test } from 'vitest'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { mayDo, roles } from '../../../src/service/rights/permissions.ts'
import type { Route } from '../../../src/things/api/route.ts'
import { routesFor } from '../../../src/things/declared/api/thing-routes.ts'
import { declaredThings } from '../../../src/things/declared/declared-things.ts'
import { createSamples } from '../../things/declared/create-samples.ts'
import { sampleValues } from '../../things/declared/sample-values.ts'
import { openVaultHost } from '../routes/world.ts'
import { jwt, signPersonToken } from './person-token.ts'
import { openApiHost, readAnswer } from './world.ts'

/** The values that a route needs before it looks for the thing. Add those of a new route here. */
const bodies: Readonly<Record<string, object>> = {
  'POST /v1/access-reviews/{reviewId}/decisions': { numbers: [0], decision: 'keep', reason: 'r', userId: 'ada' },
  'POST /v1/access-reviews/{reviewId}/finish': { userId: 'ada' },
  'POST /v1/tasks/{taskId}/statements': { text: 'Done.', userId: 'ada' },
  'PATCH /v1/tasks/{taskId}': { title: 'Mine', userId: 'ada' },
  'PATCH /v1/users/{userId}': { role: 'member' },
  'PATCH /v1/comments/{commentId}': { content: 'mine', userId: 'ada' },
  'POST /v1/comments/{commentId}/answers': { content: 'mine', userId: 'ada' },
  'POST /v1/comments/{commentId}/resolve': { userId: 'ada' },
  'POST /v1/comments/{commentId}/reopen': { userId: 'ada' },
  'PATCH /v1/integrations/connections/{connectionId}': { variables: {} },
  'PATCH /v1/integrations/findings/{findingId}': { owner: 'ada' },
  'PATCH /v1/webhooks/{webhookId}': { name: 'Mine' },
  'PUT /v1/integrations/connections/{connectionId}/variables': { variables: {} },
  'PUT /v1/directory/systems/{connectionId}': { signsInBy: null, userId: 'ada' },
  'POST /v1/directory/sources/{sourceId}/addresses': {
    address: 'a@acme.example',
    recordId: '1',
    reason: 'r',
    expires: '2026-12-31',
    userId: 'ada',
  },
  'PUT /v1/integrations/connections/{connectionId}/schedule': { cron: '0 6 * * *' },
}
const queries: Readonly<Record<string, string>> = {
  'DELETE /v1/comments/{commentId}': '?userId=ada',
  'DELETE /v1/account-links/{linkId}': '?userId=ada',
  'DELETE /v1/directory/addresses/{addressId}': '?userId=ada',
}

const latestDay = '2026-12-31'

/** Parameters that name nothing of an organization. */
const common: Readonly<Record<string, string>> = {
  connectorId: 'vault',
  variableId: 'team',
  of: 'account',
  crossCheckId: 'leavers',
}

/** Everything of the organization `other` that a path can name. */
async function openOther() {
  const world = await openVaultHost()
  const { ask, call, runtime } = world
  const key = await world.keyOf('other')
  const connectionId = await world.connected(undefined, key)
  const runId = await world.ran(connectionId, { checks: ['boxes-locked'], evidence: true }, key)
  const send = async (path: string, body: object) => (await readAnswer(ask('POST', path, { key, body }))).body
  const comment = await send('/v1/comments', {
    content: 'theirs',
    entityId: 't',
    entityType: 'task',
    userId: 'ada',
    attachments: [{ fileName: 'a', fileType: 'a/b', fileData: 'AAAA', userId: 'ada' }],
  })
  const answer = await send('/v1/knowledge-base/manual-answers', { question: 'q', answer: 'a' })
  const waiver = await call(
    'POST',
    '/waivers',
    {
      connector: 'vault',
      check: 'boxes-locked',
      connection: connectionId,
      justification: 'j',
      approver: 'a',
      expires: '2026-12-31',
    },
    key,
  )
  const finding = await call('GET', '/findings', undefined, key)
  const issuer = await runtime.signInIssuers.create({
    organizationId: 'other',
    name: 'Login',
    issuer: 'https://login.example',
    clientId: 'c',
  })
  await runtime.users.put({ organizationId: 'other', id: 'only-in-other', name: 'Ida', email: 'ida@other.example' })
  const file = { organizationId: 'other', name: 'a.pdf', type: 'application/pdf', sizeBytes: 1, sha256: '0'.repeat(64) }
  await runtime.workspace.evidenceUploads.insert({
    formType: 'review',
    file: { ...file, id: 'upload-of-other', objectKey: 'k', userId: null, createdAtMs: Date.now() },
  })
  const source = await runtime.directory.importPeople({
    organizationId: 'other',
    covers: 'both',
    bytes: Buffer.from('id,email,kind,status\n1,ida@other.example,employee,active\n'),
  })
  const decision = { organizationId: 'other', reason: 'r', actor: 'ida', expires: latestDay }
  const alias = { ...decision, address: 'i@other.example', personId: `${source.id}/1` }
  const link = { ...decision, connectionId, recordId: 'u1', to: { is: 'out-of-scope' as const } }
  const [person] = (await runtime.peopleView.people({ organizationId: 'other', limit: 1 })).data
  const proposal = { connectionId, recordId: 'u1', personId: `${source.id}/1`, digest: '0'.repeat(64) }
  const [dismissed] = await runtime.dismissals.dismiss({ organizationId: 'other', proposals: [proposal], actor: 'ida' })
  const hook = { organizationId: 'other', name: 'Hook', sink: 'webhook', url: 'https://hooks.invalid/' } as const
  const { webhook } = await runtime.webhooks.create(hook)
  await runtime.webhooks.pause({ organizationId: 'other', id: webhook.id })
  const wanted = { organizationId: 'other', origin: 'https://app.example', userId: 'ida' }
  const session = await runtime.connectSessions.create(wanted)
  const delivery = await runtime.webhooks.test({ organizationId: 'other', id: webhook.id })
  const period = { periodFrom: '2026-04-01', periodTo: '2026-04-30' }
  const sha256 = '0'.repeat(64)
  const made = await runtime.packages.keep({
    organizationId: 'other',
    framework: 'soc2',
    ...period,
    manifestSha256: sha256,
    gaps: 0,
    isWhole: true,
    file: {
      id: 'f-9',
      organizationId: 'other',
      name: 'p.zip',
      type: 'application/zip',
      sizeBytes: 1,
      sha256,
      objectKey: 'k',
      userId: null,
      createdAtMs: 1,
    },
    runIds: [runId],
  })
  const ids: Readonly<Record<string, string>> = {
    ...(await createSamples(runtime, 'other')),
    packageId: made.id,
    sourceId: source.id,
    personKey: person?.key ?? '',
    linkId: (await runtime.accountLinks.create(link)).id,
    dismissedId: dismissed?.id ?? '',
    addressId: (await runtime.accountLinks.confirmAlias(alias)).id,
    webhookId: webhook.id,
    deliveryId: delivery.id,
    connectSessionId: session.id,
    taskId: (await runtime.tasks.add({ organizationId: 'other', title: 'Theirs', everyDays: 9 })).id,
    // No result of these boxes needs review: judgements.test.ts asks for a judgement of another organization.
    uploadId: 'upload-of-other',
    judgementId: 'j-1',
    userId: 'only-in-other',
    // These boxes have no accounts: access-reviews.test.ts asks for a review of another organization.
    reviewId: 'r-1',
    connectionId,
    runId,
    waiverId: waiver.body.id,
    findingId: finding.body.data[0]?.findingId ?? '',
    commentId: comment.id,
    attachmentId: comment.attachments?.[0]?.id ?? '',
    issuerId: issuer.id,
    manualAnswerId: answer.manualAnswerId ?? '',
    apiKeyId: key.split('_')[1] ?? '',
  }
  return { ...world, key, ids }
}

/** A change of each declared thing that its fields allow. */
const changesOfThings: Readonly<Record<string, object>> = Object.fromEntries([
  ['POST /v1/pentests/{pentestId}/sarif', { version: '2.1.0', runs: [] }],
  ['POST /v1/questionnaires/{questionnaireId}/questions', {}],
  ['POST /v1/policies/{policyId}/acknowledge', { versionId: 'nobody' }],
  ['POST /v1/trust-centres/{trustCentreId}/status', { packageId: 'nobody' }],
  ...declaredThings.map((thing) => {
    const [name = ''] = thing.columns
    return [`PATCH ${routesFor(thing).change?.path}`, { [name]: sampleValues(thing.fields)[name] }]
  }),
])

function listParameters({ path }: Pick<Route, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

const ofTenants = allRoutes.filter(
  (route) =>
    route.scope !== undefined &&
    // Organizations themselves and connectors as data are the platform's, and only operators name them.
    route.scope !== 'organizations:write' &&
    route.scope !== 'connectors:write' &&
    listParameters(route).some((name) => !Object.hasOwn(common, name)),
)

describe("every route, with another organization's ids", () => {
  test('says 404, in the words that it has for an id of nobody, and changes nothing', async () => {
    const { ask, key, ids, runtime } = await openOther()
    const state = async () => [
      await runtime.connections.get(ids.connectionId ?? ''),
      await runtime.waivers.list({ organizationId: 'other' }),
      await runtime.workspace.comments.find('other', ids.commentId ?? ''),
      await runtime.signInIssuers.list({ organizationId: 'other' }),
      await runtime.webhooks.list({ organizationId: 'other' }),
      (await runtime.tasks.list({ organizationId: 'other' })).map(({ title, evidence }) => [title, evidence]),
      (await runtime.apiKeys.list({ organizationId: 'other' })).map(({ revokedAt }) => revokedAt),
    ]
    const before = await state()

    for (const route of ofTenants) {
      const name = `${route.method.toUpperCase()} ${route.path}`
      const send = async (of: Readonly<Record<string, string>>) => {
        const path = route.path.replace(/\{(\w+)\}/g, (_, id: string) => common[id] ?? of[id] ?? `nobody-${id}`)
        const body = bodies[name] ?? changesOfThings[name]
        return readAnswer(
          ask(route.method.toUpperCase(), `${path}${queries[name] ?? ''}`, body === undefined ? {} : { body }),
        )
      }
      const [theirs, nobodys] = [await send(ids), await send({})]

      // An id that this test does not know of would let a new kind of thing pass by.
      for (const id of listParameters(route))
        expect([name, id, { ...common, ...ids }[id]]).toEqual([name, id, expect.stringMatching(/./)])
      expect([name, theirs.status, theirs.body.code]).toEqual([name, 404, 'NOT_FOUND'])
      expect([name, theirs.body.detail]).toEqual([name, nobodys.body.detail])
    }

    expect(await state()).toEqual(before)
    expect((await ask('GET', `/v1/integrations/runs/${ids.runId}/bundle`, { key })).status).toBe(200)
    expect(ofTenants.length).toBeGreaterThan(25)
  })

  test('names nothing of theirs in any list', async () => {
    const { ask, ids } = await openOther()
    const lists = allRoutes.filter(({ method, path, scope }) => method === 'get' && scope && !path.includes('{'))

    for (const { path } of lists) {
      const text = await (await ask('GET', path)).text()
      for (const id of Object.values(ids)) expect([path, text.includes(id)]).toEqual([path, false])
    }
  })

  test('a download link holds for its file alone', async () => {
    const { ask, key, ids } = await openOther()
    const link = await readAnswer(ask('GET', `/v1/attachments/${ids.attachmentId}/download-url`, { key }))
    const url = new URL(link.body.downloadUrl)

    const theirs = await ask('GET', url.href, { key: null })
    const another = await ask('GET', url.href.replace(/files\/[^?]+/, `files/${ids.runId}`), { key: null })
    url.searchParams.delete('signature')
    const unsigned = await ask('GET', url.href, { key: null })

    expect(theirs.status).toBe(200)
    expect([another.status, unsigned.status].every((status) => status >= 400)).toBe(true)
  })
})

/** Members of queries and bodies that name a thing or a person of an organization. */
const naming = [
  ...['connectionId', 'connection', 'runId', 'findingId', 'userId', 'owner', 'entityId', 'file', 'files', 'baseline'],
  ...['actor', 'target', 'organizationId'],
]

interface Own {
  readonly connectionId: string
  readonly runId: string
  readonly findingId: string
  readonly commentId: string
  readonly trackerId: string
  readonly destinationId: string
}

/** What asks for a thing of another organization by a member, with an id in the place of that member. */
const listed = { name: 'n', vendor: 'vanta', region: 'us', list: 'account', resource: 'r', automatic: false }

const questions: Readonly<
  Record<string, (id: string, own: Own) => { readonly query?: string; readonly body?: object }>
> = {
  'GET /v1/policy-acknowledgements userId': (id) => ({ query: `userId=${id}` }),
  'GET /v1/tickets findingId': (id) => ({ query: `findingId=${id}` }),
  'POST /v1/tickets findingId': (findingId, { trackerId }) => ({ body: { findingId, trackerId } }),
  'GET /v1/destinations connectionId': (id) => ({ query: `connectionId=${id}` }),
  'POST /v1/destinations connectionId': (connectionId) => ({ body: { ...listed, connectionId } }),
  'PATCH /v1/destinations/{destinationId} connectionId': (connectionId) => ({ body: { connectionId } }),
  'GET /v1/imports/proposals connectionId': (id) => ({ query: `connectionId=${id}` }),
  'GET /v1/population-samples connectionId': (id) => ({ query: `connectionId=${id}` }),
  'POST /v1/comments entityId': (entityId) => ({
    body: { content: 'c', entityId, entityType: 'finding', userId: 'ada' },
  }),
  'POST /v1/comments userId': (userId, { findingId: entityId }) => ({
    body: { content: 'c', entityId, entityType: 'finding', userId },
  }),
  'GET /v1/comments entityId': (entityId) => ({ query: `entityType=finding&entityId=${entityId}` }),
  'PATCH /v1/comments/{commentId} userId': (userId) => ({ body: { content: 'mine', userId } }),
  'DELETE /v1/comments/{commentId} userId': (userId) => ({ query: `userId=${userId}` }),
  'GET /v1/comment-threads entityId': (entityId) => ({ query: `entityType=finding&entityId=${entityId}` }),
  'POST /v1/comments/{commentId}/answers userId': (userId) => ({ body: { content: 'mine', userId } }),
  'POST /v1/comments/{commentId}/resolve userId': (userId) => ({ body: { userId } }),
  'POST /v1/comments/{commentId}/reopen userId': (userId) => ({ body: { userId } }),
  'POST /v1/knowledge-base/manual-answers/delete-all organizationId': (organizationId) => ({
    body: { organizationId },
  }),
  'POST /v1/integrations/connections userId': (userId) => ({
    body: { connector: 'vault', credentials: { api_key: 'wrong-key-4711' }, userId },
  }),
  'POST /v1/integrations/connect-sessions userId': (userId) => ({ body: { origin: 'https://app.example', userId } }),
  'POST /v1/integrations/oauth/start connectionId': (connectionId) => ({ body: { connector: 'vault', connectionId } }),
  'POST /v1/integrations/oauth/start userId': (userId) => ({ body: { connector: 'vault', userId } }),
  'GET /v1/integrations/runs connectionId': (id) => ({ query: `connectionId=${id}` }),
  'GET /v1/integrations/runs/{runId}/report baseline': (id) => ({ query: `format=json&baseline=${id}` }),
  'GET /v1/integrations/findings connectionId': (id) => ({ query: `connectionId=${id}` }),
  'GET /v1/integrations/findings owner': (id) => ({ query: `owner=${id}` }),
  'PATCH /v1/integrations/findings/{findingId} owner': (owner) => ({ body: { owner } }),
  'PATCH /v1/integrations/findings/{findingId} userId': (userId) => ({ body: { owner: null, userId } }),
  'POST /v1/integrations/waivers connection': (connection) => ({
    body: {
      connector: 'vault',
      check: 'boxes-locked',
      connection,
      justification: 'j',
      approver: 'a',
      expires: '2026-12-31',
    },
  }),
  'POST /v1/integrations/waivers userId': (userId, { connectionId: connection }) => ({
    body: {
      connector: 'vault',
      check: 'boxes-locked',
      connection,
      justification: 'j',
      approver: 'a',
      expires: '2026-12-31',
      userId,
    },
  }),
  'POST /v1/judgements runId': (runId, { findingId }) => ({ body: { ...judgement, runId, findingId, userId: 'ada' } }),
  'POST /v1/judgements findingId': (findingId, { runId }) => ({
    body: { ...judgement, runId, findingId, userId: 'ada' },
  }),
  'POST /v1/judgements userId': (userId, { runId, findingId }) => ({
    body: { ...judgement, runId, findingId, userId },
  }),
  'POST /v1/judgements files': (file, { runId, findingId }) => ({
    body: { ...judgement, runId, findingId, files: [file], userId: 'ada' },
  }),
  'GET /v1/account-links connectionId': (id) => ({ query: `connectionId=${id}` }),
  'GET /v1/accounts connectionId': (id) => ({ query: `connectionId=${id}` }),
  'POST /v1/account-links connectionId': (connectionId) => ({ body: { ...link, connectionId, userId: 'ada' } }),
  'POST /v1/account-links userId': (userId, { connectionId }) => ({ body: { ...link, connectionId, userId } }),
  'POST /v1/account-links/decisions userId': (userId, { connectionId }) => ({
    body: { decisions: [{ connectionId, recordId: 'u1', to: link.to }], reason: 'r', expires: latestDay, userId },
  }),
  'POST /v1/account-links/dismissed userId': (userId, { connectionId = '' }) => ({
    body: { proposals: [{ connectionId, recordId: 'u1', personId: 's/1', digest: '0'.repeat(64) }], userId },
  }),
  'DELETE /v1/account-links/{linkId} userId': (userId) => ({ query: `userId=${userId}` }),
  'DELETE /v1/directory/addresses/{addressId} userId': (userId) => ({ query: `userId=${userId}` }),
  'POST /v1/directory/sources/{sourceId}/addresses userId': (userId) => ({
    body: { address: 'a@acme.example', recordId: '1', reason: 'r', expires: latestDay, userId },
  }),
  'PUT /v1/directory/systems/{connectionId} userId': (userId) => ({ body: { signsInBy: null, userId } }),
  'GET /v1/judgements connectionId': (id) => ({ query: `connectionId=${id}` }),
  'GET /v1/judgements findingId': (id) => ({ query: `findingId=${id}` }),
  'GET /v1/judgements file': (id) => ({ query: `file=${id}` }),
  'GET /v1/judgements/needed connectionId': (id) => ({ query: `connectionId=${id}` }),
  'DELETE /v1/judgements/{judgementId} userId': (userId) => ({ query: `userId=${userId}` }),
  'GET /v1/access-reviews connectionId': (id) => ({ query: `connectionId=${id}` }),
  'POST /v1/access-reviews userId': (userId, { connectionId }) => ({
    body: { title: 't', connectionIds: [connectionId], reviewers: [{ userId: 'ada' }], dueDay: '2026-12-31', userId },
  }),
  'POST /v1/access-reviews/{reviewId}/decisions userId': (userId) => ({
    body: { numbers: [0], decision: 'keep', reason: 'r', userId },
  }),
  'POST /v1/access-reviews/{reviewId}/finish userId': (userId) => ({ body: { userId } }),
  'GET /v1/tasks owner': (id) => ({ query: `owner=${id}` }),
  'POST /v1/tasks userId': (userId) => ({ body: { title: 't', everyDays: 9, userId } }),
  'POST /v1/tasks owner': (owner) => ({ body: { title: 't', everyDays: 9, owner } }),
  'POST /v1/tasks/templates userId': (userId) => ({ body: { framework: 'soc2', userId } }),
  'PATCH /v1/tasks/{taskId} userId': (userId) => ({ body: { title: 't', userId } }),
  'PATCH /v1/tasks/{taskId} owner': (owner) => ({ body: { owner } }),
  'POST /v1/tasks/{taskId}/statements files': (id) => ({ body: { files: [id], userId: 'ada' } }),
  'POST /v1/tasks/{taskId}/statements userId': (userId) => ({ body: { text: 't', userId } }),
  'POST /v1/invitations userId': (userId) => ({ body: { role: 'member', userId } }),
  'GET /v1/audit actor': (id) => ({ query: `actor=${id}` }),
  'GET /v1/audit target': (id) => ({ query: `target=${id}` }),
}

const link = { recordId: 'u1', to: { is: 'out-of-scope' }, reason: 'r', expires: latestDay }

const judgement = { evidenceSha256: '0'.repeat(64), decision: 'accepted', reason: 'r', expires: '2026-12-31' }

/** The member of each operation that names something, as the document of the API has them. */
async function listNamingMembers(ask: Awaited<ReturnType<typeof openOther>>['ask']): Promise<readonly string[]> {
  interface Schema {
    readonly $ref?: string
    readonly name?: string
    readonly in?: string
    readonly properties?: object
  }
  const document = (await (await ask('GET', '/v1/openapi.json')).json()) as {
    readonly components: Readonly<Record<'schemas', Readonly<Record<string, Schema>>>>
    readonly paths: Readonly<
      Record<
        string,
        Readonly<
          Record<string, { parameters?: Schema[]; requestBody?: { content: Record<string, { schema: Schema }> } }>
        >
      >
    >
  }
  const follow = (schema: Schema | undefined): Schema =>
    schema?.$ref === undefined
      ? (schema ?? {})
      : follow(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''])
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const inQuery = parameters.map(follow).flatMap((one) => (one.in === 'query' ? [one.name ?? ''] : []))
      const inBody = Object.keys(follow(requestBody?.content['application/json']?.schema).properties ?? {})
      const names = new Set([...inQuery, ...inBody].filter((name) => naming.includes(name)))
      return [...names].map((name) => `${method.toUpperCase()} ${path} ${name}`)
    }),
  )
}

describe("every member of a query or body, with another organization's id", () => {
  test('is answered as an id of nobody, and changes nothing of theirs', async () => {
    const world = await openOther()
    const { ask, call, ids, runtime } = world
    const connectionId = await world.connected()
    const runId = await world.ran(connectionId, { checks: ['boxes-locked'] })
    const comment = await readAnswer(
      ask('POST', '/v1/comments', { body: { content: 'c', entityId: 't', entityType: 'task', userId: 'ada' } }),
    )
    const findingId = (await call('GET', '/findings')).body.data[0]?.findingId ?? ''
    const tracker = { name: 'n', vendor: 'github', project: 'acme/app', token: 't', whenResolved: 'close' }
    const { body: made } = await readAnswer(ask('POST', '/v1/trackers', { body: tracker }))
    const { body: pushed } = await readAnswer(ask('POST', '/v1/destinations', { body: { ...listed, connectionId } }))
    const own = {
      destinationId: pushed.id,
      connectionId,
      runId,
      findingId,
      commentId: comment.body.id,
      trackerId: made.id,
    }
    const theirIds: Readonly<Record<string, string | undefined>> = {
      ...ids,
      connection: ids.connectionId,
      owner: ids.userId,
      entityId: ids.findingId,
      file: ids.uploadId,
      files: ids.uploadId,
      baseline: ids.runId,
      actor: ids.userId,
      target: ids.connectionId,
      organizationId: 'other',
    }
    const state = async () => [
      await runtime.findings.list({ organizationId: 'other' }),
      await runtime.waivers.list({ organizationId: 'other' }),
      await runtime.judgements.list({ organizationId: 'other' }),
      await runtime.people.listAll({ organizationId: 'other' }),
      await runtime.workspace.comments.find('other', ids.commentId ?? ''),
    ]
    const before = await state()

    expect((await listNamingMembers(ask)).toSorted()).toEqual(Object.keys(questions).toSorted())
    for (const [question, build] of Object.entries(questions)) {
      const [method = '', template = '', member = ''] = question.split(' ')
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => own[name as keyof Own] ?? `nobody-${name}`)
      const send = async (id: string) => {
        const { query, body } = build(id, own)
        const response = await ask(
          method,
          query === undefined ? path : `${path}?${query}`,
          body === undefined ? {} : { body },
        )
        const text = (await response.text())
          .replaceAll(id, '<id>')
          .replaceAll(/"(?:requestId|id|createdAt|token|url)":"[^"]*"/g, '')
        return [question, response.status, text]
      }
      const id = theirIds[member] ?? ''
      expect([question, id]).toEqual([question, expect.stringMatching(/./)])
      // As long as an id of theirs, so that nothing but its owner differs.
      expect(await send(id)).toEqual(await send(id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))))
    }
    expect(await state()).toEqual(before)
  })
})

test.each(roles.filter((role) => role !== 'operator'))(
  'every route allows a person of the role %s with every scope what the table of permissions says',
  async (role) => {
    const { ask, runtime, clock } = await openApiHost({ jwt })
    await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role })
    const token = await signPersonToken(clock)

    for (const { method, path, scope, permission } of allRoutes.filter((route) => route.scope !== undefined)) {
      if (scope === undefined || path.endsWith('/events')) continue
      const at = path.replace(/\{\w+\}/g, 'nobody')
      const headers = { authorization: `Bearer ${token}` }
      const answer = await ask(method.toUpperCase(), at, { key: null, headers })
      const text = await answer.text()
      const isRefused =
        answer.status === 403 && /"detail":"(?:Your role in the organization|Only operators of the platform)/.test(text)
      expect([method, path, isRefused]).toEqual([method, path, !mayDo(role, permission ?? scope)])
    }
  },
)
