import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, onTestFinished, test } from 'vitest'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { createOpenApiDocument } from '../../../src/things/api/openapi.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openApiHost } from './world.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))

/** Code of somebody who only has the document. */
const program = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

const api = createClient<paths>({ baseUrl: process.env.URL ?? '', headers: { 'X-API-Key': process.env.KEY ?? '' } })

const created = await api.POST('/v1/comments', {
  body: {
    content: 'Looks good',
    entityId: 'tsk_1',
    entityType: 'task',
    userId: 'ada',
    attachments: [{ fileName: 'a.txt', fileType: 'text/plain', fileData: 'aGVsbG8=', userId: 'ada' }],
  },
})
const attachmentId = created.data?.attachments[0]?.id ?? ''
const link = await api.GET('/v1/attachments/{attachmentId}/download-url', { params: { path: { attachmentId } } })
const list = await api.GET('/v1/comments', { params: { query: { entityType: 'task', entityId: 'tsk_1', limit: 1 } } })
const refused = await api.POST('/v1/comments', { body: { content: '', entityId: 'x', entityType: 'task' } })
const saved = await api.POST('/v1/knowledge-base/manual-answers', { body: { question: 'q', answer: 'a' } })
const removed = await api.POST('/v1/knowledge-base/manual-answers/delete-all', { body: {} })
const organization = await api.GET('/v1/organization')
const downloaded = await fetch(link.data?.downloadUrl ?? '')

console.log(JSON.stringify({
  author: created.data?.author.name,
  file: await downloaded.text(),
  listed: list.data?.data.length,
  code: refused.error?.code,
  path: refused.error?.errors?.[0]?.path,
  saved: saved.data?.success,
  count: removed.data?.count,
  organization: organization.data?.id,
}))
`

const wrong = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'
const api = createClient<paths>({ baseUrl: '' })
await api.POST('/v1/comments', { body: { content: 'x', entityId: 'x', entityType: 'control' } })
await api.GET('/v1/comment')
await api.POST('/v1/comments', { body: { content: 'x', entityType: 'task' } })
`

test('a client generated from the document compiles, works, and refuses what the API would', async () => {
  const { host, key, runtime } = await openApiHost()
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: host.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${await listening}`
  const folder = createTempFolder()
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
    symlinkSync(join(checkout, 'node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const document = JSON.parse(JSON.stringify(createOpenApiDocument(allRoutes, { url, jwt: false })))
  writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTS(document)))
  // Links lead to the public URL of this runtime, which is not where the test listens.
  writeFileSync(
    join(folder, 'program.ts'),
    program.replace(
      "link.data?.downloadUrl ?? ''",
      "(link.data?.downloadUrl ?? '').replace(/^https:..[^/]*/, process.env.URL ?? '')",
    ),
  )
  writeFileSync(join(folder, 'wrong.ts'), wrong)

  const { stdout } = await promisify(execFile)(process.execPath, ['program.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, URL: url, KEY: key },
  })

  expect(await findMistakes(folder, ['program.ts', 'wrong.ts'])).toEqual(['wrong.ts:5', 'wrong.ts:6', 'wrong.ts:7'])
  expect(JSON.parse(stdout)).toEqual({
    author: 'Ada of acme',
    file: 'hello',
    listed: 1,
    code: 'API_INVALID',
    path: 'content',
    saved: true,
    count: 1,
    organization: 'acme',
  })
  const entries = await runtime.audit.list({ organizationId: 'acme' })
  expect(entries.filter(({ actor }) => actor.type === 'api-key')).toHaveLength(3)
})

/** Places that do not compile: `wrong.ts:5`. */
async function findMistakes(folder: string, files: readonly string[]): Promise<readonly string[]> {
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--preserveSymlinks',
    '--pretty',
    'false',
  ]
  const modules = ['--target', 'ES2023', '--module', 'ESNext', '--moduleResolution', 'Bundler', '--types', 'node']
  const compiler = join(checkout, 'node_modules/typescript-7/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, ...flags, ...modules, ...files], {
    cwd: folder,
  }).catch((error: { readonly stdout: string }) => error)
  return [...stdout.matchAll(/^(\S+)\((\d+),\d+\): error /gm)].map(([, file, line]) => `${file}:${line}`)
}
