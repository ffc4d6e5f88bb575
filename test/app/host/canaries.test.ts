import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { Canaries } from '../../things/runtime/canaries.ts'
import { createRecordingLogger } from '../../things/runtime/log.ts'
import { connect, openAcmeRuntime, startTestServers } from '../../things/runtime/world.ts'
import { allScopes } from './world.ts'

test('no answer of the API, no log and no file of the store holds a secret', async () => {
  const canaries = new Canaries()
  const world = await startTestServers()
  const folder = createTempFolder()
  const { runtime, lines } = await openAcmeRuntime(world, { store: `sqlite:${folder}/store.db` })
  const connection = await connect(runtime)
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: 'ada@example.com' })
  const { id, key } = await runtime.apiKeys.create({ organizationId: 'acme', scopes: allScopes })
  canaries.add('API key', key.slice(-43))
  canaries.add('client secret', 'p@ss:w/+ %&=')
  world.accept((token) => {
    canaries.add('access token', token)
    return world.oauth.verifyAccessToken(token)
  })
  expect(await runtime.connections.test(connection.id)).toEqual({ ok: true })
  const logger = createRecordingLogger()
  const host = createHost({ runtime, logger })
  const answers: string[] = []
  const ask = async (method: string, path: string, body?: object) => {
    const response = await host.fetch(
      new Request(`https://checks.example.com${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': `${answers.length}` },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    )
    answers.push(JSON.stringify([...response.headers]) + (await response.text()))
    return answers.at(-1) ?? ''
  }

  const made = /"key":"cw_[0-9a-f]+_([\w-]{43})"/.exec(await ask('POST', '/v1/api-keys', { scopes: ['comments:read'] }))
  answers.pop()
  canaries.add('new API key', made?.[1])
  await ask('POST', '/v1/comments', { content: key, entityId: 't', entityType: 'task' })
  await ask('POST', '/v1/comments', { content: 'x', entityId: 't', entityType: 'task', userId: 'ada' })
  for (const { method, path } of allRoutes) {
    const of = path.replace('{connectionId}', connection.id).replace(/\{[A-Za-z]+\}/g, id)
    await ask(method.toUpperCase(), of, method === 'get' ? undefined : { unknown: true })
    await ask(method.toUpperCase(), of, method === 'get' || method === 'delete' ? undefined : {})
  }

  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  const stored = files.filter((file) => statSync(file).isFile()).flatMap((file) => canaries.in(readFileSync(file)))
  expect(made).not.toBeNull()
  expect(canaries.count).toBe(4)
  expect(answers.length).toBeGreaterThan(allRoutes.length)
  expect(answers.flatMap((answer) => canaries.in(answer))).toEqual([])
  expect(
    canaries.in(JSON.stringify([lines, logger.lines, await runtime.audit.list({ organizationId: 'acme' })])),
  ).toEqual([])
  expect(stored).toEqual([])
})
