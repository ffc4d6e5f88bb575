import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { InventoryKind } from '../../../src/define/index.ts'
import { type ExportFormat, exportForms } from '../../../src/inventory/export/export-formats.ts'
import type { InventoryHead } from '../../../src/inventory/inventory-head.ts'
import type { StoredRecord } from '../../../src/inventory/stored-record.ts'

function headOf(of: InventoryKind, more: Partial<InventoryHead> = {}): InventoryHead {
  return {
    of,
    complete: true,
    count: 1,
    covers: ['members'],
    leavesOut: [],
    digest: '',
    tells: [],
    connectionId: 'c1',
    organizationId: 'acme',
    connector: { id: 'acme', version: '1.0.0' },
    runId: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d20',
    readAt: '2026-05-01T12:00:00.000Z',
    ...more,
  }
}

async function write(format: ExportFormat, of: InventoryKind, records: readonly StoredRecord[]): Promise<string> {
  async function* read() {
    yield* records
  }
  let text = ''
  for await (const piece of exportForms[format].write({ head: headOf(of), records: read() })) text += piece
  return text
}

const ada: StoredRecord = {
  id: 'u1',
  name: 'Ada "Countess", L.',
  kind: 'person',
  status: 'active',
  email: 'ada@example.com',
  administrator: true,
  secondFactor: false,
  roles: ['dev', 'owner'],
  aliases: ['al@example.com'],
  createdAt: '2026-01-02T03:04:05Z',
  lastActiveAt: null,
  unknown: { singleSignOnOnly: 'The plan hides it.' },
}

describe('csv', () => {
  test('has the same columns for every connector, and tells none from not known', async () => {
    expect(await write('csv', 'account', [ada, { id: 'u2', kind: 'unknown', status: 'unknown' }])).toBe(
      [
        'id,name,kind,status,email,emailVerified,aliases,ssoSubject,roles,administrator,secondFactor,singleSignOnOnly,secondFactorDemanded,createdAt,lastActiveAt,url,unknown',
        'u1,"Ada ""Countess"", L.",person,active,ada@example.com,,al@example.com,,dev; owner,true,false,,,2026-01-02T03:04:05Z,none,,singleSignOnOnly: The plan hides it.',
        'u2,,unknown,unknown,,,,,,,,,,,,,',
        '',
      ].join('\r\n'),
    )
  })

  test.each([
    ['=cmd|calc', "'=cmd|calc"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=1,"2"', `"'=1,""2"""`],
    ['a=b', 'a=b'],
  ])('a cell that begins like a formula is text: %j', async (name, cell) => {
    const [, line] = (await write('csv', 'application', [{ id: 'x', name }])).split('\r\n')

    expect(line?.startsWith(`x,${cell},`)).toBe(true)
  })

  test('an id and an item of a list are guarded too', async () => {
    const text = await write('csv', 'account', [
      { id: '=id', kind: 'person', status: 'active', roles: ['@role', 'x'], unknown: {} },
    ])

    expect(text).toContain("'=id,,person,active,,,,,'@role; x,")
  })
})

test('json is one document with what the list came to', async () => {
  expect(JSON.parse(await write('json', 'account', [ada, { id: 'u2' }]))).toEqual({
    inventory: headOf('account'),
    records: [ada, { id: 'u2' }],
  })
  expect(JSON.parse(await write('json', 'account', []))).toMatchObject({ records: [] })
})

describe('ocsf', () => {
  test('an account is a user, in the words of OCSF', async () => {
    const { unmapped, user, ...event } = JSON.parse(await write('ocsf', 'account', [ada]))

    expect(event).toMatchObject({ class_uid: 5003, type_uid: 500_302, time: 1_777_636_800_000 })
    expect(event.metadata).toMatchObject({ version: '1.8.0', tenant_uid: 'acme' })
    expect(unmapped).toEqual({ record: ada })
    expect(user).toEqual({
      uid: 'u1',
      full_name: 'Ada "Countess", L.',
      email_addr: 'ada@example.com',
      type_id: 2,
      type: 'Admin',
      has_mfa: false,
      account: { uid: 'u1', is_disabled: false },
      groups: [
        { name: 'dev', type: 'role' },
        { name: 'owner', type: 'role' },
      ],
      ldap_person: { email_addrs: ['al@example.com'], created_time: 1_767_323_045_000 },
    })
  })

  test('what nobody knows is not there', async () => {
    const { user } = JSON.parse(await write('ocsf', 'account', [{ id: 'u2', kind: 'unknown', status: 'unknown' }]))

    expect(user).toEqual({ uid: 'u2', type_id: 0, type: 'Unknown', account: { uid: 'u2' } })
  })

  test('a kind without a class is refused', async () => {
    await expect(write('ocsf', 'training', [{ id: 't1' }])).rejects.toMatchObject({ code: 'INVENTORY_NOT_EXPORTABLE' })
  })

  const file = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'schemas', 'ocsf-compliance-finding-1.8.0.schema.json')
  test.skipIf(!existsSync(file))(
    'its objects are those of the official schema (needs CHECKWRIGHT_TEST_DATA)',
    async () => {
      const { $defs, properties } = JSON.parse(readFileSync(file, 'utf8'))
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      const common = ['activity_name', 'category_name', 'class_name', 'type_name', 'severity_id', 'severity', 'time']
      const number = { type: 'integer' }
      const createSchema = (main: string) => ({
        $defs,
        type: 'object',
        properties: {
          ...Object.fromEntries(common.map((name) => [name, properties[name]])),
          activity_id: number,
          category_uid: { const: 5 },
          class_uid: number,
          type_uid: number,
          metadata: { $ref: '#/$defs/metadata' },
          [main]: { $ref: `#/$defs/${main}` },
          unmapped: { type: 'object' },
        },
        required: ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid', main],
        additionalProperties: false,
      })
      const person = { id: 'p1', name: 'Ada', department: 'R&D', managerId: 'p2', startsAt: '2026-01-01', endsAt: null }
      const device = {
        id: 'd1',
        name: 'Mac',
        os: 'macOS',
        osVersion: '15.1',
        serialNumber: 'S1',
        ownerEmail: 'ada@example.com',
        managed: true,
        compliant: false,
        lastSeenAt: '2026-01-02T03:04:05Z',
      }
      for (const [of, main, record] of [
        ['account', 'user', ada],
        ['person', 'user', person],
        ['device', 'device', device],
        ['device', 'device', { id: 'd2', os: 'Plan 9' }],
      ] as const) {
        const validate = ajv.compile(createSchema(main))
        validate(JSON.parse(await write('ocsf', of, [record])))
        expect([of, validate.errors]).toEqual([of, null])
      }
    },
  )
})
