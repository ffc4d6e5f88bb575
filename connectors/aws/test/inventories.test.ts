import { describe, expect, test } from 'vitest'
import { readInventories, replayEverything } from '../../../test/connectors/read-inventory.ts'
import { awsRole } from '../../aws-role/index.ts'
import { aws } from '../index.ts'
import { type AwsOptions, type AwsState, account, credentials, now, startAwsApi } from './aws-api.ts'
import { everything } from './everything.ts'

const columns =
  'user,arn,user_creation_time,password_enabled,password_last_used,password_last_changed,password_next_rotation,mfa_active,access_key_1_active,access_key_1_last_rotated,access_key_1_last_used_date,access_key_1_last_used_region,access_key_1_last_used_service,access_key_2_active,access_key_2_last_rotated,access_key_2_last_used_date,access_key_2_last_used_region,access_key_2_last_used_service,cert_1_active,cert_1_last_rotated,cert_2_active,cert_2_last_rotated'.split(
    ',',
  )

const createArn = (name: string) => `arn:aws:iam::${account}:user/${name}`
const made = '2026-06-01T00:00:00+00:00'
const used = '2026-06-29T10:00:00+00:00'

/** A line of the report: somebody with a password that was used, and no key. */
function createRow(name: string, cells: Readonly<Record<string, string>> = {}): string {
  const usual: Record<string, string> = {
    user: name,
    arn: createArn(name),
    user_creation_time: '2024-01-01T00:00:00+00:00',
    password_enabled: 'true',
    password_last_used: used,
    mfa_active: 'true',
    access_key_1_active: 'false',
    access_key_2_active: 'false',
    cert_1_active: 'false',
    cert_2_active: 'false',
    ...cells,
  }
  return columns.map((column) => usual[column] ?? 'N/A').join(',')
}

const withKey = (cells: Readonly<Record<string, string>> = {}) => ({
  access_key_1_active: 'true',
  access_key_1_last_rotated: made,
  access_key_1_last_used_date: used,
  ...cells,
})

const read = async (state: AwsState, options: AwsOptions = {}) => {
  await using api = await startAwsApi(state, options)
  return await readInventories(aws, api, { credentials, now, kinds: ['account', 'credential'] })
}

const readOne = async (list: 'account.iam' | 'credential.iam', cells: Readonly<Record<string, string>>) => {
  const { records } = await read({ report: { rows: [createRow('ada', cells)] } })
  return records[list]?.find(({ id }) => `${id}`.startsWith(createArn('ada')))
}

describe('accounts', () => {
  test('are the root user and the IAM users', async () => {
    const { outcomes, records } = await read({
      report: {
        pending: 1,
        rows: [
          createRow('ada'),
          createRow('ci', { password_enabled: 'false', mfa_active: 'false', ...withKey(), password_last_used: 'N/A' }),
        ],
      },
    })

    expect(outcomes['account.iam']).toMatchObject({ complete: true, count: 3, byStatus: { active: 3 } })
    expect(records['account.iam']).toEqual([
      {
        id: `arn:aws:iam::${account}:root`,
        name: 'Root user',
        kind: 'unknown',
        status: 'active',
        secondFactor: true,
        createdAt: '2020-01-01T00:00:00+00:00',
        lastActiveAt: '2026-01-01T00:00:00+00:00',
      },
      {
        id: createArn('ada'),
        name: 'ada',
        kind: 'unknown',
        status: 'active',
        secondFactor: true,
        createdAt: '2024-01-01T00:00:00+00:00',
        lastActiveAt: used,
      },
      {
        id: createArn('ci'),
        name: 'ci',
        kind: 'unknown',
        status: 'active',
        secondFactor: false,
        createdAt: '2024-01-01T00:00:00+00:00',
        lastActiveAt: used,
      },
    ])
  })

  test.each<[about: string, cells: Readonly<Record<string, string>>, lastActiveAt: string | null | undefined]>([
    [
      'the latest of password and keys',
      withKey({ access_key_1_last_used_date: '2026-06-30T09:00:00+00:00' }),
      '2026-06-30T09:00:00+00:00',
    ],
    ['null for a password that was never used', { password_last_used: 'no_information' }, null],
    [
      'unknown for a password that was never used, beside an unused key',
      { password_last_used: 'no_information', ...withKey({ access_key_1_last_used_date: 'N/A' }) },
      undefined,
    ],
    [
      'unknown for somebody from before AWS kept sign-ins',
      { password_last_used: 'no_information', user_creation_time: '2012-01-01T00:00:00+00:00' },
      undefined,
    ],
    [
      'unknown for somebody whose sign-in may be among those that AWS lost in May 2018',
      { password_last_used: 'no_information', user_creation_time: '2018-05-23T21:07:59+00:00' },
      undefined,
    ],
    ['unknown without password and key', { password_last_used: 'N/A' }, undefined],
    ['unknown for another word', { password_last_used: 'yesterday', ...withKey() }, undefined],
    ['unknown for a time to come', { password_last_used: '2036-06-01T00:00:00+00:00' }, undefined],
  ])('say of the last activity: %s', async (_about, cells, lastActiveAt) => {
    const ada = await readOne('account.iam', cells)

    expect(ada?.lastActiveAt).toBe(lastActiveAt)
    expect(ada?.unknown).toEqual(lastActiveAt === undefined ? { lastActiveAt: expect.any(String) } : undefined)
  })

  test.each([
    ['mfa_active', 'secondFactor', 'yes'],
    ['user_creation_time', 'createdAt', '2026-13-45'],
    ['user_creation_time', 'createdAt', '0001-01-01T00:00:00Z'],
  ])('do not know %s in another form, as %s: %s', async (column, member, cell) => {
    const ada = await readOne('account.iam', { [column]: cell })

    expect(ada).not.toHaveProperty(member)
    expect(ada?.unknown).toEqual({ [member]: expect.stringMatching(/^The vendor's value is /) })
  })

  test.each([
    ['mfa_active', 'secondFactor'],
    ['user_creation_time', 'createdAt'],
    ['password_last_used', 'lastActiveAt'],
  ])('do not know an empty %s, as %s', async (column, member) => {
    expect(await readOne('account.iam', { [column]: '' })).not.toHaveProperty(member)
  })
})

describe('credentials', () => {
  test('are access keys and certificates, with their owners among the accounts', async () => {
    const { outcomes, records } = await read({
      report: {
        rows: [
          createRow('ada', {
            ...withKey({ access_key_1_last_used_date: 'N/A' }),
            access_key_2_active: 'false',
            access_key_2_last_rotated: made,
            access_key_2_last_used_date: used,
            cert_1_active: 'true',
            cert_1_last_rotated: made,
          }),
          createRow('bob'),
        ],
      },
    })

    expect(outcomes['credential.iam']).toMatchObject({ complete: true, count: 3 })
    expect(records['credential.iam']).toEqual([
      {
        id: `${createArn('ada')}#1`,
        name: 'ada, key 1',
        kind: 'apiKey',
        active: true,
        ownerId: createArn('ada'),
        createdAt: made,
        expiresAt: null,
        lastUsedAt: null,
      },
      {
        id: `${createArn('ada')}#2`,
        name: 'ada, key 2',
        kind: 'apiKey',
        active: false,
        ownerId: createArn('ada'),
        createdAt: made,
        expiresAt: null,
        lastUsedAt: used,
      },
      {
        id: `${createArn('ada')}#certificate-1`,
        name: 'ada, certificate 1',
        kind: 'certificate',
        active: true,
        ownerId: createArn('ada'),
        createdAt: made,
        unknown: { expiresAt: expect.any(String), lastUsedAt: expect.any(String) },
      },
    ])
    const ids = records['account.iam']?.map(({ id }) => id)
    for (const { ownerId } of records['credential.iam'] ?? []) expect(ids).toContain(ownerId)
  })

  test.each<[about: string, cells: Readonly<Record<string, string>>, member: string]>([
    ['a state in another word', { access_key_1_active: 'active' }, 'active'],
    ['a date in another form', { access_key_1_last_rotated: '1 June' }, 'createdAt'],
    ['a use in another form', { access_key_1_last_used_date: 'today' }, 'lastUsedAt'],
    ['a use to come', { access_key_1_last_used_date: '2036-06-01T00:00:00+00:00' }, 'lastUsedAt'],
    [
      'no use of a key from before AWS kept uses',
      { access_key_1_last_rotated: '2012-01-01T00:00:00+00:00', access_key_1_last_used_date: 'N/A' },
      'lastUsedAt',
    ],
    ['no information of a use', { access_key_1_last_used_date: 'no_information' }, 'lastUsedAt'],
  ])('do not know %s', async (_about, cells, member) => {
    const key = await readOne('credential.iam', withKey(cells))

    expect(key).toMatchObject({ id: `${createArn('ada')}#1`, unknown: { [member]: expect.any(String) } })
    expect(key).not.toHaveProperty(member)
  })

  test.each([
    ['access_key_1_active', 'active'],
    ['access_key_1_last_rotated', 'createdAt'],
    ['access_key_1_last_used_date', 'lastUsedAt'],
  ])('do not know an empty %s, as %s', async (column, member) => {
    expect(await readOne('credential.iam', withKey({ [column]: '' }))).not.toHaveProperty(member)
  })
})

describe('both lists', () => {
  test.each(['GenerateCredentialReport', 'GetCredentialReport'])(
    'are not complete where %s is refused',
    async (refused) => {
      const { outcomes } = await read(everything, {
        refuse: ({ operation }) =>
          operation === refused
            ? [403, 'AccessDenied', `User: x is not authorized to perform: iam:${refused} on resource: y`]
            : undefined,
      })

      const refusal = { complete: false, count: 0, error: { kind: 'permission', missingScopes: [`iam:${refused}`] } }
      expect(outcomes).toMatchObject({ 'account.iam': refusal, 'credential.iam': refusal })
    },
  )

  test.each([
    ['whose lines do not fit its columns', [`${createRow('ada')},more`]],
    ['with somebody without an ARN', [createRow('ada', { arn: '' })]],
    ['that was cut', [createRow('ada'), 'bob,arn:aws']],
  ])('are not complete by a report %s', async (_about, rows) => {
    const { outcomes } = await read({ report: { rows } })

    const drift = { complete: false, error: { kind: 'schema_drift' } }
    expect(outcomes).toMatchObject({ 'account.iam': drift, 'credential.iam': drift })
  })

  test('take the same line twice for one user, and different ones for an incomplete list', async () => {
    const same = await read({ report: { rows: [createRow('ada'), createRow('ada')] } })
    const other = await read({ report: { rows: [createRow('ada'), createRow('ada', { mfa_active: 'false' })] } })

    expect(same.outcomes['account.iam']).toMatchObject({ complete: true, count: 2 })
    expect(other.outcomes['account.iam']).toMatchObject({ complete: false, error: { kind: 'incomplete_data' } })
  })

  test('are those of the connector by a role, too', () => {
    expect(awsRole.inventories.map(({ of, part }) => [of, part])).toEqual([
      ['account', 'iam'],
      ['credential', 'iam'],
    ])
  })

  test('come to the same in a replay of everything', async () => {
    await using api = await startAwsApi(everything)

    const { head, replay, requests } = await replayEverything(aws, api, { credentials, now })

    expect(head.inventories).toMatchObject([{ complete: true }, { complete: true }])
    expect(replay.inventories).toMatchObject([{ same: true }, { same: true }])
    expect([head.replayable, replay.same, requests]).toEqual([true, true, 0])
  })
})
