import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadStatements } from '../../../src/checks/controls/statements/statement.ts'
import { loadForeignChecks } from '../../../src/received/foreign-checks/foreign-checks.ts'
import { yieldOnce } from '../../../src/service/files/keep-file.ts'
import { reliance } from '../../../src/things/reliances/thing.ts'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { openPages } from '../../app/pages/world.ts'

const organizationId = 'acme'
const source = 'Prowler of production'

function prowler(...checks: readonly string[]): Buffer {
  const events = checks.map((id) => ({
    metadata: { event_code: id, product: { name: 'Prowler', version: '5.6.0' }, version: '1.4.0' },
    class_uid: 2004,
    status_code: 'PASS',
    finding_info: { title: id },
    resources: [{ uid: 'u1', type: 'user' }],
    time: 1_777_000_000,
  }))
  return Buffer.from(JSON.stringify(events))
}

test.each(['Prowler', 'Powerpipe'])(
  'the checks of %s name statements that there are, each with its source',
  async (tool) => {
    const statements = await loadStatements()

    const reading = await loadForeignChecks(tool)

    expect(reading).toMatchObject({ tool, reader: 'Checkwright', read: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect(reading?.source).toMatch(/^https:\/\/github\.com\/[\w./-]+\/tree\/[0-9a-f]{40}: /)
    const checks = Object.entries(reading?.checks ?? {})
    expect(checks.length).toBeGreaterThan(100)
    for (const [id, { statements: named, source: place }] of checks) {
      expect(named.length, id).toBeGreaterThan(0)
      expect(
        named.filter((statement) => !statements.has(statement)),
        id,
      ).toEqual([])
      expect(place, id).toMatch(/^[\w/.-]+$/)
    }
    // JSON.parse takes the last of two members with the same name.
    const text = readFileSync(`frameworks/foreign-checks/${tool.toLowerCase()}.json`, 'utf8')
    expect(text.match(/"statements"/g)).toHaveLength(checks.length)
  },
)

test('a tool that nobody has read has no checks, whatever it calls itself', async () => {
  expect(await loadForeignChecks('__proto__')).toBeUndefined()
  expect(await loadForeignChecks('Acme Scanner')).toBeUndefined()
})

test('runtime.imports.proposals() names checks and controls by statement, and changes no state', async () => {
  const { runtime, get } = await openPages()
  const taken = await runtime.imports.take({
    organizationId,
    source,
    name: 'p.json',
    bytes: yieldOnce(prowler('iam_root_mfa_enabled', 'iam_user_mfa_enabled_console_access', 'acme_own')),
  })
  const connectionId = taken.source.id

  const found = await runtime.imports.proposals({ organizationId, connectionId, frameworks: ['soc2'] })
  const page = await get('/imports')

  expect(found).toMatchObject({
    reading: { tool: 'Prowler', relation: 'subset-of' },
    unread: 1,
    proposals: [
      {
        statement: 'second-factor-used',
        checks: ['iam_root_mfa_enabled', 'iam_user_mfa_enabled_console_access'],
        controls: expect.arrayContaining(['soc2:CC6.1']),
      },
    ],
  })
  expect(await runtime.serviceOf(reliance).list({ organizationId, limit: 10 })).toEqual([])
  expect(page.text).toContain('Everybody who signs in has a second factor.')
  const [, link = ''] = /href="[^"]*(\/settings\/reliances\?[^"#]+)/.exec(page.text) ?? []
  const form = await get(link.replaceAll('&amp;', '&'))
  expect(form.text).toContain('iam_root_mfa_enabled, iam_user_mfa_enabled_console_access')
  expect(form.text).toContain('soc2:CC6.1')
})

test('GET /v1/imports/proposals answers 404 for a source of which no file counts', async () => {
  const { ask } = await openApiHost()
  const form = new FormData()
  form.set('source', source)
  form.set('file', new File([prowler('iam_root_mfa_enabled')], 'p.json', { type: 'application/json' }))
  const { body } = await readAnswer(ask('POST', '/v1/imports', { raw: form }))

  const found = await readAnswer(ask('GET', `/v1/imports/proposals?connectionId=${body.connectionId}`))
  const none = await readAnswer(ask('GET', '/v1/imports/proposals?connectionId=00000000-0000-4000-8000-000000000000'))

  expect(found).toMatchObject({ status: 200, body: { unread: 0, proposals: [{ statement: 'second-factor-used' }] } })
  expect(none.status).toBe(404)
})
