import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { createOpenApiDocument } from '../../../src/things/api/openapi.ts'
import { openRuntimeWith, publicUrl } from '../runtime/world.ts'

const document = createOpenApiDocument(allRoutes, { url: 'https://checks.acme.dev', jwt: true })

describe('createOpenApiDocument()', () => {
  test('passes the recommended rules of redocly without a warning', async () => {
    const config = await createConfig({ extends: ['recommended'] })

    const problems = await lintFromString({ source: JSON.stringify(document), config })

    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  test('documents each status that a route can answer, with an example of every problem', () => {
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      for (const [method, operation] of Object.entries(
        item as Record<string, { responses: Record<string, unknown> }>,
      )) {
        expect([path, method, Object.keys(operation.responses)]).toEqual([
          path,
          method,
          expect.arrayContaining(['429', '500', '503']),
        ])
      }
    }
    for (const response of Object.values(document.components.responses)) {
      expect(response.content['application/problem+json'].example).toMatchObject({ requestId: expect.any(String) })
    }
  })

  test('gives every operation an id of its own, and no route is there twice', () => {
    const ids = allRoutes.map(({ operationId }) => operationId)
    const places = allRoutes.map(({ method, path }) => `${method} ${path}`)

    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(places).size).toBe(places.length)
  })
})

test('GET /v1/openapi.json is the document, version 1.0, for anybody; the OAuth callback is not in it', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [] })

  const response = await createHost({ runtime }).fetch(new Request(`${publicUrl}/v1/openapi.json`))
  const served = (await response.json()) as typeof document

  expect(response.status).toBe(200)
  expect(served.info.version).toBe('1.0')
  expect(served.openapi).toBe('3.1.0')
  expect(served.servers).toEqual([{ url: publicUrl }])
  expect(Object.keys(served.components?.securitySchemes ?? {})).toEqual(['apiKey'])
  expect(Object.keys(served.paths ?? {}).filter((path) => path.includes('callback'))).toEqual([])
})
