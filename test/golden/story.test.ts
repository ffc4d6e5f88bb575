import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { publicKeyOf } from 'checkwright/runtime'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createStatusSite } from '../../src/things/packages/making/create-status-site.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { formatAnswer, listReads, listRequests } from './answers.ts'
import { readEntries } from './entries.ts'
import { expectForm } from './expect-form.ts'
import { fixRandomness } from './fixed-platform.ts'
import { readRows } from './stored-rows.ts'
import { liveStory, openRuntime, signer } from './story.ts'
import { type Arrival, createVendorFetch } from './vendor.ts'

/** Rows whose form others have, or that nobody could read again if it changed. */
const tables = (
  'api_keys connect_sessions flows invitations sign_in_links web_sessions idempotency_keys ' +
  'data_keys key_checks sealed_secrets credentials oauth_apps sign_in_issuers webhooks ' +
  'access_review_pieces inventories inventory_pieces people_views people_view_pieces ' +
  'log_leaves log_heads notices notice_deliveries audit_entries ' +
  'findings finding_events results result_sets judgements task_statements waivers comments ' +
  'manual_answers files packages account_links access_reviews access_review_accounts'
).split(' ')

fixRandomness()
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00Z') })

const folder = createTempFolder(afterAll)
const store = join(folder, 'store.db')
const world = await liveStory(store)
const { runtime, send, ask, made, changes, cookies } = world
const document = await ask('GET', '/v1/openapi.json')
const answers = new Map<string, string>()
for (const read of listReads(document)) {
  const texts: string[] = []
  for (const request of listRequests(read, world.values))
    texts.push(await formatAnswer(request, await send('GET', request)))
  answers.set(read.id, texts.join('\n'))
}
const download = async (path: string) => Buffer.from(await (await send('GET', path)).arrayBuffer())
const archives = {
  run: await download(`/v1/integrations/runs/${made.firstRuns?.vault}/bundle`),
  'cross-check': await download(`/v1/integrations/runs/${made.secondRuns?.leavers}/bundle`),
  'review-evidence': await download(`/v1/access-reviews/${made.review?.id}/evidence`),
  'review-outcomes': await download(`/v1/access-reviews/${made.review?.id}/outcomes`),
  package: await download(`/v1/packages/${made.package?.id}/file`),
}
writeFileSync(join(folder, 'package.zip'), archives.package)
const site = await createStatusSite(join(folder, 'package.zip'), {
  hide: [],
  trusted: { keys: [publicKeyOf(signer.publicKey)] },
  signer,
})
await runtime.close()

describe('the document', () => {
  test('of each operation is as before', async () => {
    const { paths, components, ...rest } = document
    const lines = [
      ...Object.entries(paths as object).flatMap(([path, item]) =>
        Object.entries(item as object).map(([method, operation]) => [`${method} ${path}`, operation]),
      ),
      ...Object.entries(components as object).flatMap(([kind, each]) =>
        Object.entries(each as object).map(([name, value]) => [`${kind} ${name}`, value]),
      ),
      ['rest', rest],
      ['all', document],
    ].map(([name, value]) => `${digest(JSON.stringify(value))} ${name}\n`)
    await expectForm('wire/openapi.sha256', lines.join(''))
  })
})

test('cookies, links and tokens of a sign-in are as before', () =>
  expectForm('wire/sign-in.txt', cookies.map((each) => `${each}\n`).join('')))

test('each change answers as before', () => expectForm('wire/changes.txt', changes.join('\n')))

test.each([...answers])('%s answers as before', (id, text) => expectForm(`wire/${id}.txt`, text))

describe.each(Object.entries(archives))('the archive "%s"', (name, archive) => {
  test('has the files of before', async () => {
    const lines = [...(await readEntries(archive))].map(([path, bytes]) => `${digest(bytes)} ${bytes.length} ${path}\n`)
    await expectForm(`signed/${name}.sha256`, [...lines, `${digest(archive)} the archive\n`].join(''))
  })

  test('is kept', () => expectForm(`kept/${name}.zip.base64`, archive.toString('base64').replace(/.{120}/g, '$&\n')))

  test('has the texts of before', async () => {
    for (const [path, bytes] of await readEntries(archive))
      if (/^(statement\.intoto\.jsonl|(manifest|run|package)\.json|exchanges\.har)$/.test(path))
        await expectForm(`signed/${name}/${path}.txt`, bytes.toString())
  })
})

test('the status page is signed as before', async () => {
  for (const [path, text] of site.files)
    await (path === 'index.html'
      ? expectForm('signed/status/index.html.sha256', `${digest(text)}\n`)
      : expectForm(`signed/status/${path}.txt`, text))
})

test.each(tables)('rows of %s are stored as before', (table) =>
  expectForm(`rows/${table}.jsonl`, readRows(store, table)),
)

test('webhooks are sent and signed as before', async () => {
  const arrivals: Arrival[] = []
  const notices = readRows(store, 'notices').trimEnd().split('\n')
  // What is due would run beside, some of it before the end and some not.
  const database = new DatabaseSync(store)
  database.exec('DELETE FROM schedules')
  database.close()
  const sending = await openRuntime(store, {
    fetch: createVendorFetch(arrivals),
    clock: world.clock,
    worker: { pollMs: 20 },
  })
  // Both webhooks get each notice of the story, and one of an accepted risk that ends soon, which is told when time passes.
  await expect.poll(() => arrivals.length, { timeout: 10_000 }).toBe(2 * (notices.length + 1))
  await sending.close()

  const lines = arrivals.map(({ url, headers, body }) =>
    [url, ...Object.entries(headers).map((each) => each.join(': ')), '', body, ''].join('\n'),
  )
  await expectForm('wire/webhooks.txt', lines.sort().join('\n'))
})

function digest(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
