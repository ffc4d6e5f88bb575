import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import { makeKeyText } from '../../../../src/service/store/keys/parse-keys.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import { admin, createBrowserClient } from '../../../app/pages/world.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { endRun, type ToldCheck } from '../../all-stores/kept-runs.ts'
import { createConnection, createCredentials } from '../../all-stores/records.ts'
import { publicUrl } from '../../runtime/world.ts'

const connections = 200
const checks = 30
const severities = ['critical', 'high', 'medium', 'low'] as const

/** 200 connections with 30 results each, of which 500 fail, and 60 accepted risks. */
async function openLargeHost() {
  const url = `sqlite:${join(createTempFolder(), 'large.db')}`
  const store = await openStore(url)
  await store.organizations.insert({ id: 'acme', name: 'Acme', createdAtMs: 1 })
  await store.users.put({
    organizationId: 'acme',
    id: 'ada',
    name: 'Ada',
    email: 'ada@example.com',
    image: null,
    deactivated: null,
  })
  let failing = 0
  for (let index = 0; index < connections; index++) {
    const id = `c${index}`
    await store.connections.insert(createConnection(id, { name: `Account ${index}` }), createCredentials())
    const told = Array.from({ length: checks }, (_, number): [string, ToldCheck] => {
      const fails = number < 3 && failing < 500
      if (fails) failing++
      const severity = severities[number % severities.length] ?? 'low'
      const results: ToldCheck['results'] = [[`user-${number}`, fails ? 'fail' : 'pass', fails ? { severity } : {}]]
      return [`check-${number}`, { results }]
    })
    await endRun(store, {
      id: `r${index}`,
      atMs: 1_790_000_100_000 + index,
      connectionId: id,
      checks: Object.fromEntries(told),
    })
  }
  const now = Date.now()
  await store.waivers.insert(
    Array.from({ length: 60 }, (_, index) => ({
      id: `w${String(index).padStart(3, '0')}`,
      organizationId: 'acme',
      userId: 'ada',
      createdAtMs: now,
      revokedAtMs: null,
      waiver: {
        connector: 'github',
        check: 'check-0',
        resource: 'user-0',
        connection: `c${index}`,
        justification: 'Known.',
        approver: 'ada',
        expires: new Date(now + 9 * 86_400_000).toISOString().slice(0, 10),
      },
    })),
  )
  await store.close()
  const runtime = await createRuntime({ connectors: [], store: url, publicUrl, keys: makeKeyText(), worker: false })
  onTestFinished(() => runtime.close())
  const host = createHost({ runtime, session: { person: () => admin } })
  return { runtime, ...createBrowserClient(host.fetch) }
}

test('200 connections, 6,000 results and 500 findings: each page stays small, and together they show everything', async () => {
  const { get, runtime } = await openLargeHost()
  const readPages = async (start: string, form: RegExp) => {
    const found = new Set<string>()
    let longest = 0
    let pages = 0
    for (let path: string | undefined = start; path !== undefined; ) {
      const { text, status } = await get(path)
      expect(status).toBe(200)
      pages++
      longest = Math.max(longest, text.length)
      for (const [, id = ''] of text.matchAll(form)) found.add(id)
      path = /href="([^"]+)">Next page/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    return { found: found.size, pages, longest }
  }

  const open = await readPages('/findings?sort=severity', /href="\/findings\/([0-9a-f-]{36})"/g)
  const accepted = await readPages('/findings?state=accepted', /href="\/findings\/([0-9a-f-]{36})"/g)
  const waivers = await readPages('/waivers', /id="(w\d{3})"/g)
  const overview = await get('/')
  const named = await get('/findings?connection=account+117')
  const several = await get('/findings?connection=ount+15&severity=critical')
  const unknown = await get('/runs?connection=nothing')

  expect(await runtime.findings.tally({ organizationId: 'acme' })).toEqual({ open: 440, accepted: 60, resolved: 0 })
  expect([open.found, open.pages, accepted.found, accepted.pages]).toEqual([440, 9, 60, 2])
  expect([waivers.found, waivers.pages]).toEqual([60, 2])
  for (const longest of [open.longest, accepted.longest, waivers.longest, overview.text.length])
    expect(longest).toBeLessThan(100_000)
  // 200 names are typed, not read through, also without a script.
  expect(named.text).toContain('list="connection-names" value="Account 117"')
  expect(named.text).not.toContain('<select name="connection"')
  expect([...named.text.matchAll(/href="\/findings\/[0-9a-f-]{36}"/g)]).toHaveLength(3)
  expect(several.text).toContain('11 connections have “ount 15” in their name.')
  expect(several.text).toContain('href="/findings?severity=critical&amp;connection=c151"')
  expect(unknown.text).toContain('No connection has “nothing” in its name.')
  expect(overview.text).toContain('440 unassigned findings')
  expect(overview.text).toContain('60 accepted risks expire within 30 days')
  expect(overview.text).toContain('All 200 connections')
  expect(overview.text).toContain('Latest results of 6,000 checks on 200 connections.')
})
