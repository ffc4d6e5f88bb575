import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openApiHost } from '../../app/host/world.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const probe = async (answer: Promise<Response>) => {
  const response = await answer
  return { status: response.status, cache: response.headers.get('cache-control'), body: await response.json() }
}

test('/healthz and /readyz answer anybody, outside of the limits and of the document', async () => {
  const { ask } = await openApiHost({ rateLimits: { address: { requests: 1, windowMs: 60_000 } } })
  const anybody = { key: null }

  const answers = []
  for (let n = 0; n < 3; n++) answers.push(await probe(ask('GET', '/readyz', anybody)))
  const alive = await probe(ask('GET', '/healthz?from=probe', anybody))
  const elsewhere = await ask('GET', '/readyz/x', anybody)
  const document = await (await ask('GET', '/v1/openapi.json')).text()

  expect(answers).toEqual(Array(3).fill({ status: 200, cache: 'no-store', body: { status: 'ready' } }))
  expect(alive).toEqual({ status: 200, cache: 'no-store', body: { status: 'alive' } })
  expect(elsewhere.status).toBe(404)
  expect(document).not.toContain('readyz')
})

test('/readyz is 503 with the part that is wanting, and /healthz says that the process is alive', async () => {
  const file = `${createTempFolder()}/store.db`
  const { ask, runtime } = await openApiHost({}, { store: `sqlite:${file}` })
  const other = new DatabaseSync(file)
  other.exec("INSERT INTO migrations VALUES (9999, 'future', 0)")
  other.close()

  const outdated = await probe(ask('GET', '/readyz'))
  await runtime.close()

  expect(outdated).toMatchObject({ status: 503, body: { status: 'unavailable', reasons: [{ part: 'schema' }] } })
  expect(JSON.stringify(outdated)).not.toContain(file)
  expect(await probe(ask('GET', '/readyz'))).toMatchObject({ status: 503, body: { reasons: [{ part: 'process' }] } })
  expect((await probe(ask('GET', '/healthz'))).status).toBe(200)
})
