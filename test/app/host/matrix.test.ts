import { describe, expect, test } from 'vitest'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { listScopesOf, mayDo, platformActions } from '../../../src/service/rights/permissions.ts'
import type { Route } from '../../../src/things/api/route.ts'
import type { RoleInput } from '../../../src/things/people/people.ts'
import { afterFile } from '../../setup/after-file.ts'
import { jwt, signPersonToken } from './person-token.ts'
import { allScopes, openApiHost, readAnswer } from './world.ts'

/** Every route × every way in which a credential can be wrong. A route that is added is walked through by itself. */
const protectedRoutes = allRoutes.filter(({ scope }) => scope !== undefined)

/** By what is wrong with them. */
async function wrongHeaders({ runtime, clock, key }: Awaited<ReturnType<typeof openApiHost>>) {
  const create = (more: object = {}) => runtime.apiKeys.create({ organizationId: 'acme', scopes: allScopes, ...more })
  const expired = await create({ expiresAt: new Date(clock.nowMs() + 1_000).toISOString() })
  clock.advance(1_000)
  const revoked = await create()
  await runtime.apiKeys.revoke({ organizationId: 'acme', id: revoked.id })
  const refused = { status: 401, code: 'API_UNAUTHENTICATED' }
  return {
    'no key': { headers: {}, ...refused },
    'a wrong key': { headers: { 'x-api-key': `${key.slice(0, -3)}AAA` }, ...refused },
    'an expired key': { headers: { 'x-api-key': expired.key }, ...refused },
    'a revoked key': { headers: { 'x-api-key': revoked.key }, ...refused },
    'a token where none is accepted': { headers: { authorization: 'Bearer a.b.c' }, ...refused },
    'both credentials': {
      headers: { 'x-api-key': key, authorization: 'Bearer a.b.c' },
      status: 400,
      code: 'API_CREDENTIALS_AMBIGUOUS',
    },
  }
}

/** What is refused changes nothing: all routes have one host. */
let forRefused: ReturnType<typeof openWithWrong> | undefined

async function openWithWrong() {
  const world = await openApiHost({}, { store: 'memory:' }, afterFile)
  return { ...world, wrong: await wrongHeaders(world) }
}

/** The path with ids that the other organization has, or that nobody has. */
function filled({ path }: Route, id: string): string {
  return path.replace(/\{[A-Za-z]+\}/g, id)
}

test.each(protectedRoutes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
  '%s refuses every credential that is not good',
  async (_name, route) => {
    forRefused ??= openWithWrong()
    const { ask, keyOf, wrong } = await forRefused
    const method = route.method.toUpperCase()
    const lacking = await keyOf(
      'acme',
      allScopes.filter((scope) => scope !== route.scope),
    )

    for (const [what, { headers, status, code }] of Object.entries(wrong)) {
      const answer = await readAnswer(ask(method, filled(route, 'x1'), { key: null, headers }))
      expect([what, answer.status, answer.body.code]).toEqual([what, status, code])
    }
    const unscoped = await readAnswer(ask(method, filled(route, 'x1'), { key: lacking }))

    expect([unscoped.status, unscoped.body.code]).toEqual([403, 'API_FORBIDDEN'])
    expect(unscoped.body.detail).toContain(`"${route.scope}"`)
  },
)

/**
 * Keys with every scope that Eve made while she was an administrator: one by herself, one by that key and one by the second. And her own
 * token, also with every scope.
 */
async function openWithKeysOfEve() {
  const world = await openApiHost({ jwt })
  const { runtime, ask, clock } = world
  const eve = { organizationId: 'acme', userId: 'eve' }
  await runtime.users.put({ organizationId: 'acme', id: 'eve', name: 'Eve', email: 'eve@example.com' })
  for (const userId of ['ada', 'eve']) await runtime.people.setRole({ ...eve, userId, role: 'admin' })
  const { key: first } = await runtime.apiKeys.create({ ...eve, scopes: allScopes })
  const mint = async (key: string) =>
    (await readAnswer(ask('POST', '/v1/api-keys', { key, body: { scopes: allScopes } }))).body.key
  const second = await mint(first)
  const keys = { first, second, third: await mint(second) }
  const token = { authorization: `Bearer ${await signPersonToken(clock, 'eve')}` }
  return { ...world, eve, keys, token }
}

const lesserRoles: readonly (readonly [string, Pick<RoleInput, 'role' | 'periodFrom' | 'periodTo'>])[] = [
  ['member', { role: 'member' }],
  ['viewer', { role: 'viewer' }],
  ['viewer of one day', { role: 'viewer', periodFrom: '2026-01-01', periodTo: '2026-01-01' }],
]

/** Refused to somebody who is limited to a period: they tell of today alone. */
const routesOfToday = ['VendorsController_listProposals_v1']

describe.each(lesserRoles)('the keys of an administrator who is made a %s', (_name, rights) => {
  test('are answered by every route as that person is, also the keys that such a key made', async () => {
    const { ask, runtime, eve, keys, token } = await openWithKeysOfEve()
    await runtime.people.setRole({ ...eve, ...rights })

    for (const route of protectedRoutes) {
      const method = route.method.toUpperCase()
      const action = route.permission ?? route.scope ?? 'organization:read'
      const isOutside = rights.periodTo !== undefined && routesOfToday.includes(route.operationId)
      const isAllowed =
        !route.sessionOnly && !isOutside && !platformActions.includes(action) && mayDo(rights.role, action)
      // A change has no body, so that the rights alone decide how far it gets. A stream would have to be read.
      const path = filled(route, 'x1')
      const own = await readAnswerOf(ask(method, path, { key: null, headers: token }))
      for (const [name, key] of Object.entries(keys)) {
        const answer = await readAnswerOf(ask(method, path, { key }))
        const refusal = { status: 403, code: 'API_FORBIDDEN' }
        if (!isAllowed) expect([name, route.operationId, answer]).toEqual([name, route.operationId, refusal])
        // A change by a key has to name its author, and is therefore refused for another reason than the person's own.
        else if (method === 'GET') expect([name, route.operationId, answer]).toEqual([name, route.operationId, own])
        else expect([name, route.operationId, answer.status]).not.toEqual([name, route.operationId, 403])
      }
      expect([route.operationId, own.status === 403]).toEqual([route.operationId, !isAllowed])
    }
  })
})

describe.each([
  ['deactivated', true],
  ['removed', false],
] as const)('the keys of an administrator who is %s', (_name, isDeactivated) => {
  test('are refused by every route, also the keys that such a key made', async () => {
    const { ask, runtime, eve, keys } = await openWithKeysOfEve()
    if (isDeactivated) await runtime.people.setActive({ ...eve, active: false })
    else await runtime.people.remove(eve)

    for (const route of protectedRoutes)
      for (const [name, key] of Object.entries(keys)) {
        const answer = await readAnswerOf(ask(route.method.toUpperCase(), filled(route, 'x1'), { key }))
        expect([name, route.operationId, answer]).toEqual([
          name,
          route.operationId,
          { status: 401, code: 'API_UNAUTHENTICATED' },
        ])
      }
  })
})

test('a key that no person made has its scopes alone, and a key of an administrator all of them', async () => {
  const { ask, key, keys } = await openWithKeysOfEve()

  for (const one of [key, ...Object.values(keys)])
    for (const route of protectedRoutes.filter(({ method }) => method === 'get')) {
      const action = route.permission ?? route.scope ?? 'organization:read'
      const { status } = await readAnswerOf(ask('GET', filled(route, 'x1'), { key: one }))
      const isForPeople = route.sessionOnly || platformActions.includes(action)
      expect([route.operationId, status === 403]).toEqual([route.operationId, isForPeople])
    }
})

test.each(['viewer', 'member', 'admin'] as const)(
  'listScopesOf() a %s has the scope of every route that they may use',
  (role) => {
    const scopes = listScopesOf(role)

    const used = protectedRoutes.filter(({ permission, scope, sessionOnly }) => {
      const action = permission ?? scope
      return action !== undefined && !sessionOnly && mayDo(role, action)
    })
    expect(used.length).toBeGreaterThan(10)
    expect(used.flatMap(({ scope }) => (scope === undefined || scopes.includes(scope) ? [] : [scope]))).toEqual([])
  },
)

/** The status, and the code of a problem. */
async function readAnswerOf(answer: Response | Promise<Response>): Promise<{ status: number; code: unknown }> {
  const { status, headers, body } = await answer
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true
  const code = isProblem ? ((await new Response(body).json()) as { code: unknown }).code : undefined
  if (!isProblem) await body?.cancel()
  return { status, code }
}

/** Reads of what vendors say of people. */
const auditedReads = [
  'AccessReviewsController_downloadOutcomes_v1',
  ...['IntegrationsController_downloadBundle_v1', 'IntegrationsController_readInventory_v1'],
  'PackagesController_download_v1',
  ...['DirectoryController_listPeople_v1', 'DirectoryController_getPerson_v1'],
  ...['DirectoryController_listAccounts_v1', 'DirectoryController_listDevices_v1'],
  ...['AccessReviewsController_listDecisions_v1', 'AccessReviewsController_downloadEvidence_v1'],
]

test('every scope is known, and every route that changes something or reads of people is audited', () => {
  for (const { method, scope, action, operationId } of protectedRoutes) {
    expect(allScopes).toContain(scope)
    const isAudited = method !== 'get' || auditedReads.includes(operationId)
    expect([operationId, action !== undefined]).toEqual([operationId, isAudited])
  }
})

describe("another organization's id", () => {
  test('is 404 on every route that takes one, and changes nothing', async () => {
    const { ask, keyOf, runtime } = await openApiHost()
    const theirs = await keyOf('other')
    const data = { content: 'theirs', entityId: 't', entityType: 'task', userId: 'ada' }
    const attachments = [{ fileName: 'a', fileType: 'a/b', fileData: 'AAAA', userId: 'ada' }]
    const comment = await readAnswer(ask('POST', '/v1/comments', { key: theirs, body: { ...data, attachments } }))
    const answer = await readAnswer(
      ask('POST', '/v1/knowledge-base/manual-answers', { key: theirs, body: { question: 'q', answer: 'a' } }),
    )
    const file = { formType: 'x', fileName: 'a.pdf', fileType: 'application/pdf', fileData: 'AAAA' }
    const upload = await readAnswer(ask('POST', '/v1/evidence-forms/uploads', { key: theirs, body: file }))
    const hook = { name: 'Theirs', sink: 'webhook', url: 'https://hooks.invalid/' }
    const webhook = await readAnswer(ask('POST', '/v1/webhooks', { key: theirs, body: hook }))
    const test = await readAnswer(ask('POST', `/v1/webhooks/${webhook.body.id}/test`, { key: theirs }))
    const wanted = { origin: 'https://app.example', userId: 'ada' }
    const session = await readAnswer(ask('POST', '/v1/integrations/connect-sessions', { key: theirs, body: wanted }))
    const task = await readAnswer(ask('POST', '/v1/tasks', { key: theirs, body: { title: 'Theirs', everyDays: 9 } }))
    const ids: Record<string, unknown> = {
      taskId: task.body.id,
      commentId: comment.body.id,
      attachmentId: comment.body.attachments?.[0]?.id,
      manualAnswerId: answer.body.manualAnswerId,
      apiKeyId: theirs.split('_')[1],
      uploadId: upload.body.fileKey,
      webhookId: webhook.body.id,
      deliveryId: test.body.id,
      connectSessionId: session.body.id,
    }
    const bodies: Record<string, object> = {
      'PATCH /v1/comments/{commentId}': { content: 'mine', userId: 'ada' },
      'POST /v1/comments/{commentId}/answers': { content: 'mine', userId: 'ada' },
      'POST /v1/comments/{commentId}/resolve': { userId: 'ada' },
      'POST /v1/comments/{commentId}/reopen': { userId: 'ada' },
      'PATCH /v1/webhooks/{webhookId}': { name: 'Mine' },
      'PATCH /v1/tasks/{taskId}': { title: 'Mine' },
      'POST /v1/tasks/{taskId}/statements': { text: 'Done.', userId: 'ada' },
    }
    const queries: Record<string, string> = { 'DELETE /v1/comments/{commentId}': '?userId=ada' }

    for (const route of protectedRoutes.filter(({ params }) => params !== undefined)) {
      const name = `${route.method.toUpperCase()} ${route.path}`
      const path = route.path.replace(/\{([A-Za-z]+)\}/g, (_, id: string) => String(ids[id] ?? 'nothing'))
      const body = bodies[name]
      const asked = await readAnswer(
        ask(route.method.toUpperCase(), `${path}${queries[name] ?? ''}`, body === undefined ? {} : { body }),
      )
      // Routes that this test knows no body for are refused before they look; those it knows must look and not find.
      const isKnown = Object.keys(ids).some((id) => route.path.includes(`{${id}}`))
      if (isKnown) expect([name, asked.status, asked.body.code]).toEqual([name, 404, 'NOT_FOUND'])
      else expect([name, asked.status >= 400]).toEqual([name, true])
    }

    const kept = await runtime.workspace.comments.find('other', comment.body.id)
    expect(kept?.content).toBe('theirs')
    expect(await runtime.apiKeys.verify(theirs)).toMatchObject({ organizationId: 'other' })
  })

  test('does not count in lists, and delete-all leaves it whatever organization the body names', async () => {
    const { ask, keyOf } = await openApiHost()
    const theirs = await keyOf('other')
    const save = (question: string, key?: string) =>
      ask('POST', '/v1/knowledge-base/manual-answers', { key: key || undefined, body: { question, answer: 'a' } })
    await save('mine')
    await save('also mine')
    await save('theirs', theirs)

    const deleted = await readAnswer(
      ask('POST', '/v1/knowledge-base/manual-answers/delete-all', { body: { organizationId: 'other' } }),
    )
    const [mine, other] = [
      await readAnswer(ask('GET', '/v1/knowledge-base/manual-answers')),
      await readAnswer(ask('GET', '/v1/knowledge-base/manual-answers', { key: theirs })),
    ]

    expect(deleted).toEqual({ status: 200, body: { success: true, count: 2 } })
    expect(mine.body.data).toEqual([])
    expect(other.body.data).toMatchObject([{ question: 'theirs' }])
  })
})
