import { describe, expect, test } from 'vitest'
import type { Route } from '../../src/host/route.ts'
import { allRoutes } from '../../src/host/routes/index.ts'
import { mayDo, roles } from '../../src/workspace/permissions.ts'
import { openVaultHost } from './integrations/world.ts'
import { jwt, signPersonToken } from './person-token.ts'
import { openApiHost, readAnswer } from './world.ts'

/** The values that a route needs before it looks for the thing. Add those of a new route here. */
const bodies: Readonly<Record<string, object>> = {
  'PATCH /v1/users/{userId}': { role: 'member' },
  'PATCH /v1/comments/{commentId}': { content: 'mine', userId: 'ada' },
  'PATCH /v1/integrations/connections/{connectionId}': { variables: {} },
  'PATCH /v1/integrations/findings/{findingId}': { owner: 'ada' },
  'PUT /v1/integrations/connections/{connectionId}/variables': { variables: {} },
  'PUT /v1/integrations/connections/{connectionId}/schedule': { cron: '0 6 * * *' },
}
const queries: Readonly<Record<string, string>> = { 'DELETE /v1/comments/{commentId}': '?userId=ada' }

/** Parameters that name nothing of an organization. */
const common: Readonly<Record<string, string>> = { connectorId: 'vault', variableId: 'team', of: 'account' }

/** Everything of the organization `other` that a path can name. */
async function openOther() {
  const world = await openVaultHost()
  const { ask, call, runtime } = world
  const key = await world.keyOf('other')
  const connectionId = await world.connected(undefined, key)
  const runId = await world.ran(connectionId, { checks: ['boxes-locked'], evidence: true }, key)
  const send = async (path: string, body: object) => (await readAnswer(ask('POST', path, { key, body }))).body
  const comment = await send('/v1/comments', {
    ...{ content: 'theirs', entityId: 't', entityType: 'task', userId: 'ada' },
    attachments: [{ fileName: 'a', fileType: 'a/b', fileData: 'AAAA', userId: 'ada' }],
  })
  const answer = await send('/v1/knowledge-base/manual-answers', { question: 'q', answer: 'a' })
  const waiver = await call(
    'POST',
    '/waivers',
    {
      ...{ connector: 'vault', check: 'boxes-locked', connection: connectionId, justification: 'j', approver: 'a' },
      expires: '2026-12-31',
    },
    key,
  )
  const finding = await call('GET', '/findings', undefined, key)
  const issuer = await runtime.signInIssuers.create({
    ...{ organizationId: 'other', name: 'Login', issuer: 'https://login.example', clientId: 'c' },
  })
  await runtime.users.put({ organizationId: 'other', id: 'only-in-other', name: 'Ida', email: 'ida@other.example' })
  const file = { organizationId: 'other', name: 'a.pdf', type: 'application/pdf', sizeBytes: 1, sha256: '0'.repeat(64) }
  await runtime.workspace.evidenceUploads.insert({
    formType: 'review',
    file: { ...file, id: 'upload-of-other', objectKey: 'k', userId: null, createdAtMs: Date.now() },
  })
  const ids: Readonly<Record<string, string>> = {
    // No result of these boxes needs review: judgements.test.ts asks for a judgement of another organization.
    ...{ uploadId: 'upload-of-other', judgementId: 'j-1', userId: 'only-in-other' },
    ...{ connectionId, runId, waiverId: waiver.body.id, findingId: finding.body.data[0]?.findingId ?? '' },
    ...{ commentId: comment.id, attachmentId: comment.attachments?.[0]?.id ?? '', issuerId: issuer.id },
    ...{ manualAnswerId: answer.manualAnswerId ?? '', apiKeyId: key.split('_')[1] ?? '' },
  }
  return { ...world, key, ids }
}

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
      (await runtime.apiKeys.list({ organizationId: 'other' })).map(({ revokedAt }) => revokedAt),
    ]
    const before = await state()

    for (const route of ofTenants) {
      const name = `${route.method.toUpperCase()} ${route.path}`
      const send = async (of: Readonly<Record<string, string>>) => {
        const path = route.path.replace(/\{(\w+)\}/g, (_, id: string) => common[id] ?? of[id] ?? `nobody-${id}`)
        const body = bodies[name]
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
      const { status, body } = await readAnswer(ask(method.toUpperCase(), at, { key: null, headers }))
      const isRefused =
        status === 403 && /^(?:Your role in the organization|Only operators of the platform)/.test(body.detail)
      expect([method, path, isRefused]).toEqual([method, path, !mayDo(role, permission ?? scope)])
    }
  },
)
