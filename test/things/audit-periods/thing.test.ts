import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditPeriod } from '../../../src/things/audit-periods/thing.ts'
import { createFolder, keys, runCheckwright } from '../../app/command.ts'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { admin, openPages } from '../../app/pages/world.ts'

const path = '/v1/audit-periods'
const of2026 = { name: 'SOC 2, 2026', framework: 'soc2', firstDay: '2026-01-01', lastDay: '2026-12-31' }

test('the API makes, lists, counts, reads, changes and deletes audit periods, each in its organization and audited', async () => {
  const { ask, runtime, keyOf } = await openApiHost()

  const made = await readAnswer(ask('POST', path, { body: of2026 }))
  const id = made.body.id
  await ask('POST', path, { body: { ...of2026, name: 'Next', firstDay: '2027-01-01', lastDay: '2027-12-31' } })
  const listed = await readAnswer(ask('GET', `${path}?state=running`))
  const counted = await readAnswer(ask('GET', `${path}/counts`))
  const others = await readAnswer(ask('GET', `${path}/${id}`, { key: await keyOf('other') }))
  const changed = await readAnswer(ask('PATCH', `${path}/${id}`, { body: { lastDay: '2026-04-30', note: 'Short' } }))
  const deleted = await readAnswer(ask('DELETE', `${path}/${id}`))
  const gone = await readAnswer(ask('GET', `${path}/${id}`))
  const entries = await runtime.audit.list({ organizationId: 'acme', limit: 4 })

  expect(made).toMatchObject({
    status: 201,
    body: { ...of2026, note: null, state: 'running', createdAt: '2026-05-01T12:00:00.000Z' },
  })
  expect(listed.body.data).toEqual([made.body])
  expect(counted.body).toEqual({ upcoming: 1, running: 1, ended: 0 })
  expect(others.status).toBe(404)
  expect(changed.body).toMatchObject({ name: 'SOC 2, 2026', lastDay: '2026-04-30', note: 'Short', state: 'ended' })
  expect([deleted.status, gone.status]).toEqual([200, 404])
  expect(entries.map(({ action, target, fields }) => [action, target === id, fields])).toEqual([
    ['audit-period.delete', true, []],
    ['audit-period.change', true, ['lastDay', 'note']],
    ['audit-period.create', false, ['name', 'framework', 'firstDay', 'lastDay']],
    ['audit-period.create', true, ['name', 'framework', 'firstDay', 'lastDay']],
  ])
})

test.each([
  [{ ...of2026, lastDay: '2025-12-31' }, 'RECORD_INVALID', 'lastDay must not be before firstDay'],
  [{ ...of2026, lastDay: '2029-01-05' }, 'RECORD_INVALID', 'lastDay must be within 1100 days from firstDay'],
  [{ ...of2026, firstDay: '0026-01-01' }, 'API_INVALID', ''],
  [{ ...of2026, firstDay: '2026-02-30' }, 'API_INVALID', ''],
  [{ ...of2026, framework: 'pci' }, 'API_INVALID', ''],
  [{ ...of2026, colour: 'red' }, 'API_INVALID', ''],
  [{ name: 'SOC 2' }, 'API_INVALID', ''],
  [{ ...of2026, framework: undefined }, 'RECORD_INVALID', 'framework must be named, or ownFramework, and not both'],
  [{ ...of2026, ownFramework: 'acme-1' }, 'RECORD_INVALID', 'and not both'],
])('the API refuses %j', async (body, code, detail) => {
  const { ask } = await openApiHost()

  const answer = await readAnswer(ask('POST', path, { body }))

  expect(answer).toMatchObject({ status: 400, body: { code, detail: expect.stringContaining(detail) } })
})

test('the page adds, shows by state, changes and deletes audit periods, in both languages', async () => {
  const { get, post, runtime } = await openPages()
  const page = '/settings/audit-periods'

  const empty = await get(page)
  const refused = await post(page, page, { ...of2026, lastDay: '2025-12-31', note: '' })
  const added = await post(page, page, { ...of2026, note: '' })
  const [period] = await runtime.serviceOf(auditPeriod).list({ organizationId: 'acme', limit: 1 })
  const one = `${page}/${period?.id}`
  const german = await get(page, { 'accept-language': 'de' })
  const edit = await get(one)
  const stale = await post(one, `${one}/change`, { ...of2026, note: 'Mine', seen: '1' })
  const changed = await post(one, `${one}/change`, { ...of2026, name: 'Renamed', note: '' })
  const listed = await get(`${page}?state=${period?.state}`)
  const deleted = await post(one, `${one}/delete`)

  expect(empty.text).toContain('No audit periods.')
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('lastDay must not be before firstDay')
  expect(refused.text).toContain('value="SOC 2, 2026"')
  expect([added.status, changed.status, deleted.status]).toEqual([303, 303, 303])
  expect(edit.text).toContain('value="2026-12-31"')
  expect(stale.text).toContain('Somebody else saved a change')
  expect(stale.text).toContain('Mine')
  expect(listed.text).toContain('Renamed')
  expect(german.text).toContain('Prüfungszeiträume')
  expect(german.text).toContain('Wie man ihn nennt.')
})

test('the form for a package offers the audit periods that have begun, and is filled with one', async () => {
  const { get, runtime } = await openPages()
  const service = runtime.serviceOf(auditPeriod)
  const create = (values: Parameters<typeof service.create>[0]['values']) =>
    service.create({ organizationId: 'acme', values })
  const over = await create({ name: 'Over', framework: 'gdpr', firstDay: '2020-01-01', lastDay: '2020-12-31' })
  await create({ name: 'To come', framework: 'soc2', firstDay: '2198-01-01', lastDay: '2198-12-31' })

  const offered = await get('/packages')
  const filled = await get(`/packages?period=${over.id}`)

  expect(offered.text).toContain(`/packages?period=${over.id}`)
  expect(offered.text).not.toContain('To come')
  expect(filled.text).toMatch(/value="gdpr" selected/)
  expect(filled.text).toContain('value="2020-01-01"')
  expect(filled.text).toContain('value="2020-12-31"')
})

test('a viewer sees audit periods and no form', async () => {
  const { get } = await openPages({}, { ...admin, role: 'viewer' })

  const { status, text } = await get('/settings/audit-periods')

  expect(status).toBe(200)
  expect(text).not.toContain('Add an audit period')
})

test('"checkwright audit-periods" adds, lists, changes and removes one', async () => {
  const store = `sqlite:${join(createFolder(), 'test.db')}`
  const run = (...args: string[]) =>
    runCheckwright(['audit-periods', ...args, '--store', store], { env: { CHECKWRIGHT_KEYS: keys } })
  const days = ['--first-day', '2020-01-01', '--last-day', '2020-12-31']

  const added = JSON.parse((await run('add', '--name', 'Old', '--framework', 'soc2', ...days, '--json')).stdout)
  const wrong = await run('add', '--name', 'Old', '--framework', 'pci', ...days)
  const changed = await run('change', added.id, '--note', 'Over')
  const listed = await run()
  const running = await run('list', '--state', 'running')
  const removed = await run('remove', added.id)
  const again = await run('remove', added.id)

  expect(added).toMatchObject({ name: 'Old', state: 'ended', note: null })
  expect(wrong.stderr).toContain('framework must be one of')
  expect(changed.stdout).toBe(`The audit period ${added.id} is changed.\n`)
  expect(listed.stdout).toMatch(/Old +soc2 .* 2020-01-01 +2020-12-31 +ended/)
  expect(running.stdout).toContain('No audit period is running.')
  expect(removed.exitCode).toBe(0)
  expect(again.stderr).toContain('There is no such audit period.')
})

test('"checkwright dev thing" prints what the declaration makes', async () => {
  const { stdout } = await runCheckwright(['dev', 'thing', 'audit-period'])
  const unknown = await runCheckwright(['dev', 'thing', 'audit-periods'])

  expect(stdout).toMatchInlineSnapshot(`
    "routes
      POST   /v1/audit-periods  tasks:write  AuditPeriodsController_create_v1
      GET    /v1/audit-periods  tasks:read  AuditPeriodsController_list_v1
      GET    /v1/audit-periods/file  tasks:read  AuditPeriodsController_download_v1
      POST   /v1/audit-periods/import  tasks:write  AuditPeriodsController_import_v1
      GET    /v1/audit-periods/counts  tasks:read  AuditPeriodsController_count_v1
      GET    /v1/audit-periods/{auditPeriodId}  tasks:read  AuditPeriodsController_get_v1
      PATCH  /v1/audit-periods/{auditPeriodId}  tasks:write  AuditPeriodsController_change_v1
      DELETE /v1/audit-periods/{auditPeriodId}  tasks:write  AuditPeriodsController_delete_v1

    table
      create table audit_periods (
        id text primary key,
        organization_id text not null references organizations (id),
        name text not null,
        framework text,
        own_framework text,
        first_day text not null,
        last_day text not null,
        note text,
        created_at_ms bigint not null,
        created_by text,
        changed_at_ms bigint not null,
        notice_state text
      );
      create index audit_periods_of on audit_periods (organization_id, created_at_ms, id);

    statements
      select count(*) as count from ((select 1 as "one" from "audit_periods" where "audit_periods"."organization_id" = ? limit ?)) as counted
      insert into "audit_periods" ("id", "created_at_ms", "created_by", "changed_at_ms", "organization_id", "name", "framework", "own_framework", "first_day", "last_day", "note") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning *
      insert into "thing_versions" ("id", "organization_id", "thing", "record_id", "at_ms", "changed_by", "record") values (?, ?, ?, ?, ?, ?, ?)
      select * from "audit_periods" where "audit_periods"."organization_id" = ? and "id" = ?
      select * from "audit_periods" where "audit_periods"."organization_id" = ? and ("created_at_ms", "id") < (?, ?) order by "created_at_ms" desc, "id" desc limit ?
      select * from "audit_periods" where "audit_periods"."organization_id" = ? and case when "first_day" > ? then 'upcoming' when "last_day" >= ? then 'running' when 1 = 1 then 'ended' end = ? and ("created_at_ms", "id") < (?, ?) order by "created_at_ms" desc, "id" desc limit ?
      select state, count(*) as count from ((select case when "first_day" > ? then 'upcoming' when "last_day" >= ? then 'running' when 1 = 1 then 'ended' end as "state" from "audit_periods" where "audit_periods"."organization_id" = ?)) as states group by state
      select * from "audit_periods" where "audit_periods"."organization_id" = ? and "id" in (?) order by "id"
      update "audit_periods" set "name" = ?, "framework" = ?, "own_framework" = ?, "first_day" = ?, "last_day" = ?, "note" = ?, "changed_at_ms" = ? where "audit_periods"."organization_id" = ? and "id" = ? returning *
      select "record_id", "at_ms", "changed_by", "record" from "thing_versions" where "thing_versions"."organization_id" = ? and "thing" = ? and "at_ms" <= ? order by "at_ms", "id"
      delete from "audit_periods" where "audit_periods"."organization_id" = ? and "id" = ?

    pages
      GET  /settings/audit-periods  tasks:read
      GET  /settings/audit-periods.csv  tasks:read
      GET  /settings/audit-periods/:auditPeriodId  tasks:read
      POST /settings/audit-periods/import  tasks:write  audit-period.create
      POST /settings/audit-periods  tasks:write  audit-period.create
      POST /settings/audit-periods/:auditPeriodId/change  tasks:write  audit-period.change
      POST /settings/audit-periods/:auditPeriodId/delete  tasks:write  audit-period.delete

    commands
      checkwright audit-periods list [--limit <n>] [--state <state>]
      checkwright audit-periods export
      checkwright audit-periods add --name <text> [--framework <word>] [--own-framework <text>] --first-day <day> --last-day <day> [--note <text>]
      checkwright audit-periods import <file>
      checkwright audit-periods change <id> [--name <text>] [--framework <word>] [--own-framework <text>] [--first-day <day>] [--last-day <day>] [--note <text>]
      checkwright audit-periods remove <id>

    auditActions
      audit-period.create
      audit-period.change
      audit-period.delete
    "
  `)
  expect(unknown.stderr).toContain('There is no thing "audit-periods".')
})
