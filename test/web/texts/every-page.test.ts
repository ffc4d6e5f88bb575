import { expect, test } from 'vitest'
import { createApiHost } from '../../../src/host/api-host.ts'
import { createPages } from '../../../src/web/pages.ts'
import { de } from '../../../src/web/texts/de/index.ts'
import { en } from '../../../src/web/texts/en/index.ts'
import { startLargeWorld } from '../../browser/large-world.ts'
import { createBrowserClient } from '../world.ts'
import { listPagePaths } from './page-paths.ts'
import { createPseudo, listUnmarked } from './pseudo.ts'

test('no page has a text that is not in the catalogue', { timeout: 120_000 }, async () => {
  const world = await startLargeWorld({ connections: 6, checks: 4, results: 24, failing: 8 })
  const { runtime, organizationId } = world
  const session = { person: () => ({ organizationId, userId: 'ada', role: 'operator' as const }) }
  const host = createApiHost(
    { runtime, session },
    async () => (parts) => createPages(parts, session, { en: createPseudo(en), de }),
  )
  const client = createBrowserClient(host.fetch, world.url)
  const found: string[] = []
  for (const [route, path] of Object.entries(await listPagePaths(world, client))) {
    const { status, text } = await client.get(path)
    if (status !== 200) found.push(`${route}: status ${status}`)
    for (const unmarked of listUnmarked(text)) if (!isData(unmarked)) found.push(`${route}: ${unmarked}`)
  }

  if (process.env.DUMP) (await import('node:fs')).writeFileSync('/tmp/l24/found.txt', [...new Set(found.map((f) => f.split(': ').slice(1).join(': ')))].join('\n'))
  expect(found).toEqual([])
})

function isData(text: string): boolean {
  return data.some((pattern) => (typeof pattern === 'string' ? pattern === text : pattern.test(text)))
}

const data: readonly (string | RegExp)[] = ['Checkwright', '· Checkwright', 'English', 'Deutsch']
