import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { createOpenApiDocument } from '../../../src/things/api/openapi.ts'
import { shortenNames } from '../../../src/things/api/shorten-names.ts'
import { openRuntimeWith, publicUrl } from '../runtime/world.ts'

const document = createOpenApiDocument(allRoutes, { url: 'https://checks.acme.dev', jwt: true })
const short = shortenNames(document)

interface Named {
  readonly paths?: Readonly<Record<string, object>>
}

function listNames({ paths = {} }: Named): readonly string[] {
  return Object.values(paths).flatMap((item) =>
    Object.values(item as Record<string, { readonly operationId: string }>).map(({ operationId }) => operationId),
  )
}

describe('shortenNames()', () => {
  test('gives every operation a group and a verb of its own', () => {
    const names = listNames(short)

    expect(names).toHaveLength(allRoutes.length)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[a-z][A-Za-z\d]*\.[a-z][A-Za-z\d]*$/.test(name))).toEqual([])
  })

  test('leaves the noun out that the group has, and keeps others', () => {
    expect(listNames(short)).toEqual(
      expect.arrayContaining([
        'organization.get',
        'organization.getAppearance',
        'comments.create',
        'connections.list',
        'connectors.list',
        'connectorsAsData.list',
        'findings.update',
        'knowledgeBase.saveManualAnswer',
        'pentestFindings.retestEnds',
        'policies.acknowledge',
        'runs.listResults',
        'runs.start',
        'waivers.create',
      ]),
    )
  })

  test('changes nothing but names, and the document stays valid', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const withoutNames = (of: object) => JSON.stringify(of).replaceAll(/"operationId":"[^"]+"/g, '')

    const problems = await lintFromString({ source: JSON.stringify(short), config })

    expect(withoutNames(short)).toBe(withoutNames(document))
    expect(problems.map(({ message }) => message)).toEqual([])
  })
})

test('GET /v1/openapi.json?names=short has short names; without it ids stay, and no other value is taken', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [] })
  const host = createHost({ runtime })
  const get = (query: string) => host.fetch(new Request(`${publicUrl}/v1/openapi.json${query}`))

  const [full, shortened] = await Promise.all(['', '?names=short'].map(async (query) => (await get(query)).json()))

  expect(listNames(full as Named)).toContain('CommentsController_createComment_v1')
  expect(listNames(shortened as Named)).toContain('comments.create')
  expect(await (await get('?names=other')).json()).toMatchObject({ status: 400, code: 'API_INVALID' })
})
