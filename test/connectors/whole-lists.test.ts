import type { FakeVendor } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { runCheckOn as runAws, startAwsApi } from '../../connectors/aws/test/aws-api.ts'
import { runCheckOn as runDatadog, startDatadogApi } from '../../connectors/datadog/test/datadog-api.ts'
import { runCheckOn as runGoogle, startGoogleCloudApi } from '../../connectors/google-cloud/test/google-cloud-api.ts'
import { runCheckOn as runJira, startJiraApi } from '../../connectors/jira/test/jira-api.ts'

type Json = Record<string, unknown>

/** The same vendor, whose JSON answers are changed on the way. */
function changed(api: FakeVendor, change: (body: Json, url: URL) => unknown): FakeVendor {
  return changedText(api, (text, url) =>
    text.startsWith('{') ? JSON.stringify(change(JSON.parse(text) as Json, url)) : text,
  )
}

/** The same vendor, whose answers are changed on the way. */
function changedText(api: FakeVendor, change: (text: string, url: URL) => string): FakeVendor {
  const fetch: FakeVendor['fetch'] = async (url, init) => {
    const response = await api.fetch(url, init)
    const { status, headers } = response
    return new Response(change(await response.text(), new URL(url)), {
      status,
      headers: { 'content-type': headers.get('content-type') ?? 'application/json' },
    })
  }
  return new Proxy(api, { get: (of, name) => (name === 'fetch' ? fetch : Reflect.get(of, name)) })
}

const incomplete = { status: 'error', complete: false, error: { kind: 'incomplete_data' } }

const filter = (id: string) => ({ id, name: id, sharePermissions: [] })
const member = (name: string) => ({ accountId: name, accountType: 'atlassian', displayName: name, active: true })
const issue = (key: string) => ({ id: key, key, fields: { summary: key, created: '2026-06-29T12:00:00.000+0000' } })

describe('a list of Jira that ends before its total is incomplete', () => {
  const state = {
    pageSize: 1,
    filters: [filter('1'), filter('2')],
    dashboards: [filter('3'), filter('4')],
    groups: { 'site-admins': [member('ada'), member('bob'), member('cy')] },
    issues: [issue('A-1'), issue('A-2')],
  }

  test.each(['no-public-filters', 'few-administrators'])('%s, by total', async (check) => {
    await using api = await startJiraApi(state)
    const cut = changed(api, (body, url) =>
      url.searchParams.has('startAt') ? { ...body, values: [], dashboards: [] } : body,
    )

    expect(await runJira(cut, check)).toMatchObject(incomplete)
  })

  test.each(['no-public-filters', 'few-administrators'])('%s, by total, though one comes twice', async (check) => {
    await using api = await startJiraApi(state)
    const twice = (list: unknown) =>
      Array.isArray(list) ? list.flatMap((item) => [item, item]).slice(0, 3) : undefined
    const cut = changed(api, ({ values, dashboards, ...body }, url) =>
      url.searchParams.get('startAt') === '3'
        ? { ...body, values: [], dashboards: [] }
        : { ...body, values: twice(values), dashboards: twice(dashboards) },
    )

    expect(await runJira(cut, check)).toMatchObject(incomplete)
  })

  test.each(['security-issues-in-time'])('%s, by isLast', async (check) => {
    await using api = await startJiraApi(state)
    const cut = changed(api, ({ nextPageToken: _, ...body }) => ({ ...body, isLast: false }))

    expect(await runJira(cut, check)).toMatchObject(incomplete)
  })

  test('and the newest record of the audit log is enough, however many there are', async () => {
    const records = [
      { id: 1, created: '2026-06-29T12:00:00.000+0000' },
      { id: 2, created: '2026-01-01T12:00:00.000+0000' },
    ]
    await using api = await startJiraApi({ records })

    expect(await runJira(api, 'audit-log')).toMatchObject({ status: 'pass', complete: true })
  })
})

describe('a list of Datadog that ends before its total is incomplete', () => {
  const key = (id: string) => ({ id, attributes: { name: id, created_at: '2026-06-01T00:00:00Z', last4: 'abcd' } })

  test.each(['api-keys', 'application-keys'])('%s', async (check) => {
    const keys = [key('k1'), key('k2'), key('k3')]
    await using api = await startDatadogApi({ apiKeys: keys, applicationKeys: keys, pageSize: 2 })
    const telling = (cut: boolean) =>
      changed(api, (body, url) => {
        const isBehind = url.searchParams.get('page[number]') !== '0'
        return { data: cut && isBehind ? [] : body.data, meta: { page: { total_count: 9, total_filtered_count: 3 } } }
      })

    expect(await runDatadog(telling(true), check)).toMatchObject(incomplete)
    expect((await runDatadog(telling(false), check)).complete).toBe(true)
  })
})

describe('a list of AWS that says that it is truncated is incomplete', () => {
  const key = (KeyId: string) => ({
    KeyId,
    Arn: `arn:aws:kms:eu-west-1:123456789012:key/${KeyId}`,
    KeyManager: 'CUSTOMER',
    KeyState: 'Enabled',
    KeySpec: 'SYMMETRIC_DEFAULT',
    Origin: 'AWS_KMS',
    rotation: { KeyRotationEnabled: true, RotationPeriodInDays: 90 },
  })

  test('key-rotation, where the marker is missing', async () => {
    await using api = await startAwsApi({ pageSize: 1, regions: { 'eu-west-1': { keys: [key('a'), key('b')] } } })
    const cut = changed(api, ({ NextMarker: _, ...body }) => body)

    expect(await runAws(api, 'key-rotation')).toMatchObject({ status: 'pass', complete: true })
    expect(await runAws(cut, 'key-rotation')).toMatchObject(incomplete)
  })

  const user = (UserName: string) => ({ UserName, Arn: UserName, AttachedManagedPolicies: '' })
  const policy = (name: string) => ({
    name,
    document: { Statement: { Effect: 'Allow', Action: 'a:b', Resource: '*' } },
  })
  const end = (name: string) => ({ ServerCertificateName: name, Arn: name, Expiration: '2027-01-01T00:00:00Z' })

  test.each(['permissions-by-group', 'full-access-policies', 'server-certificates'])(
    '%s, where the marker of XML is missing',
    async (check) => {
      const users = [user('a'), user('b')]
      const certificates = [end('a'), end('b')]
      await using api = await startAwsApi({ pageSize: 1, users, policies: [policy('a'), policy('b')], certificates })
      const cut = changedText(api, (text) => text.replace(/<Marker>.*?<\/Marker>/, ''))

      expect(await runAws(api, check)).toMatchObject({ status: 'pass', complete: true })
      expect(await runAws(cut, check)).toMatchObject(incomplete)
    },
  )
})

describe('a list of Google Cloud that names parts that could not be reached is incomplete', () => {
  const bucket = {
    iamConfiguration: { publicAccessPrevention: 'enforced', uniformBucketLevelAccess: { enabled: true } },
  }
  const instance = {
    instanceType: 'CLOUD_SQL_INSTANCE',
    settings: { backupConfiguration: { enabled: true, pointInTimeRecoveryEnabled: true } },
  }
  const whole = {
    pageSize: 1,
    buckets: [
      { name: 'a', ...bucket },
      { name: 'b', ...bucket },
    ],
    instances: [
      { name: 'a', ...instance },
      { name: 'b', ...instance },
    ],
  }
  const warn = (code: string) => ({ warnings: [{ code, message: 'Of Google.', region: 'europe-west1' }] })
  const regions = warn('REGION_UNREACHABLE')
  const bucketNames = { unreachable: ['projects/_/buckets/c'] }

  test.each<[check: string, about: string, state: object, path: RegExp, sign: Json]>([
    ['buckets-not-public', 'the first of two pages', whole, /\/b(?!.*pageToken)/, bucketNames],
    ['buckets-not-public', 'the last page', whole, /\/b.*pageToken/, bucketNames],
    ['buckets-not-public', 'a page without items', {}, /\/b/, bucketNames],
    ['sql-backups', 'the first of two pages', whole, /\/instances(?!.*pageToken)/, regions],
    ['sql-backups', 'the last page', whole, /\/instances.*pageToken/, regions],
    ['sql-backups', 'a page without items', {}, /\/instances/, regions],
    ['firewall-admin-ports', 'a page without items', {}, /\/firewalls/, { warning: { code: 'UNREACHABLE' } }],
  ])('%s, by %s', async (check, _about, state, path, sign) => {
    await using api = await startGoogleCloudApi(state)
    const cut = changed(api, (body, url) => (path.test(url.href) ? { ...body, ...sign } : body))

    expect(await runGoogle(cut, check)).toMatchObject(incomplete)
  })

  test.each<[check: string, sign: Json, status: string]>([
    ['buckets-not-public', { unreachable: [] }, 'pass'],
    ['sql-backups', { warnings: [] }, 'pass'],
    ['sql-backups', warn('COMPROMISED_CREDENTIALS'), 'pass'],
  ])('%s is whole where a page has %j', async (check, sign, status) => {
    await using api = await startGoogleCloudApi(whole)
    const told = changed(api, (body) => ('items' in body ? { ...body, ...sign } : body))

    expect(await runGoogle(told, check)).toMatchObject({ status, complete: true })
  })
})
