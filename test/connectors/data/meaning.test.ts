import type { AnyConnector } from 'checkwright'
import { connectors } from 'checkwright/connectors'
import { runChecks } from 'checkwright/runtime'
import { fakeVendor, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { createSampleValues } from '../../../src/author/testing/contract/sample-values.ts'

type Routes = NonNullable<Parameters<typeof fakeVendor>[0]['routes']>

async function load(id: string): Promise<AnyConnector> {
  const connector = await connectors[id]?.()
  if (!connector) throw new Error(`There is no connector "${id}".`)
  return connector
}

/** What a shipped check says of its resources, in the order of the answer; `error` where it could not tell of one or all. */
async function judge(id: string, check: string, routes: Routes): Promise<readonly string[]> {
  const connector = await load(id)
  await using vendor = await fakeVendor({ routes })
  const { credentials, settings, variables } = createSampleValues(connector)
  const run = await runChecks(connector, {
    credentials,
    settings,
    variables,
    checks: [check],
    fetch: vendor.fetch,
    clock: fixedClock('2026-06-30T12:00:00Z'),
  })
  return run.checks.flatMap(({ status, results, error }) => [
    ...results.map((result) => result.status),
    ...(status === 'error' && error?.code === 'CHECK_UNDECIDED' ? ['undecided'] : status === 'error' ? ['error'] : []),
  ])
}

const halves = ['0.0.0.0/1', '128.0.0.0/1']
const anybody = { addresses: ['0.0.0.0/0', '::/0'] }

describe('digitalocean: firewall-admin-ports', () => {
  // https://docs.digitalocean.com/reference/api/reference/firewalls/: a port, a range, or "0" for all ports.
  const of = (...rules: readonly object[]) =>
    judge('digitalocean', 'firewall-admin-ports', {
      'GET /v2/firewalls': {
        json: { firewalls: [{ id: 'f1', name: 'web', inbound_rules: rules }], links: {}, meta: { total: 1 } } as never,
      },
    })

  test.each([
    ['22', anybody, 'fail'],
    ['0', anybody, 'fail'],
    ['1-65535', anybody, 'fail'],
    ['20-25', anybody, 'fail'],
    ['22', { addresses: halves }, 'fail'],
    ['22', { addresses: ['10.0.0.0/8'], tags: ['bastion'] }, 'pass'],
    ['8000-9000', anybody, 'pass'],
    ['443', anybody, 'pass'],
    // A source may be a tag, droplets, load balancers or clusters, and there are no addresses then.
    ['22', { tags: ['bastion'] }, 'pass'],
    ['22', { droplet_ids: [1], load_balancer_uids: ['a'], kubernetes_ids: ['b'] }, 'pass'],
    ['22', { addresses: ['office'] }, 'undecided'],
    ['ssh', anybody, 'undecided'],
    ['22', {}, 'undecided'],
    ['22', { countries: ['de'] }, 'undecided'],
  ])('says of %s from %j: %s', async (ports, sources, expected) => {
    expect(await of({ protocol: 'tcp', ports, sources })).toEqual([expected])
  })

  test('joins the sources of all rules of a port', async () => {
    const rules = halves.map((each) => ({ protocol: 'tcp', ports: '22', sources: { addresses: [each] } }))

    expect(await of(...rules)).toEqual(['fail'])
  })

  test('fails for a rule that is open beside one that cannot be read', async () => {
    expect(
      await of({ protocol: 'tcp', ports: 'ssh', sources: anybody }, { protocol: 'tcp', ports: '22', sources: anybody }),
    ).toEqual(['fail'])
  })
})

describe('hetzner: firewall-admin-ports', () => {
  const of = (rule: object) =>
    judge('hetzner', 'firewall-admin-ports', {
      'GET /v1/firewalls': {
        json: {
          firewalls: [{ id: 1, name: 'web', rules: [{ direction: 'in', protocol: 'tcp', ...rule }] }],
          meta: { pagination: { page: 1, per_page: 50, total_entries: 1, next_page: null, last_page: 1 } },
        } as never,
      },
    })

  test.each([
    [{ port: 'any', source_ips: ['0.0.0.0/0'] }, 'fail'],
    [{ port: '1-1024', source_ips: ['::/0'] }, 'fail'],
    [{ port: '5432', source_ips: halves }, 'fail'],
    [{ port: '8000-9000', source_ips: ['0.0.0.0/0'] }, 'pass'],
    [{ port: '22', source_ips: ['203.0.113.0/24'] }, 'pass'],
    [{ protocol: 'icmp', source_ips: ['0.0.0.0/0'] }, 'pass'],
    [{ direction: 'out', port: '22', destination_ips: ['0.0.0.0/0'] }, 'pass'],
    [{ port: '22', source_ips: ['office'] }, 'undecided'],
    [{ port: 'ssh', source_ips: ['0.0.0.0/0'] }, 'undecided'],
  ])('says of %j: %s', async (rule, expected) => {
    expect(await of(rule)).toEqual([expected])
  })
})

describe('gitlab: default-branch-protected', () => {
  const of = (...branches: readonly object[]) =>
    judge('gitlab', 'default-branch-protected', {
      'GET /api/v4/groups/:group/projects': {
        json: [
          { id: 7, path_with_namespace: 'acme/app', default_branch: 'main', archived: false, empty_repo: false },
        ] as never,
      },
      'GET /api/v4/projects/7/protected_branches': { json: branches as never },
    })
  const protect = (name: string, force = false) => ({
    name,
    allow_force_push: force,
    push_access_levels: [{ id: 1, access_level: 40 }],
  })

  // https://docs.gitlab.com/user/project/repository/branches/protected/
  test.each([
    [[protect('main')], 'pass'],
    [[protect('*')], 'pass'],
    [[protect('ma*')], 'pass'],
    [[protect('release/*')], 'fail'],
    [[protect('Main')], 'fail'],
    [[], 'fail'],
    [[protect('*', true)], 'fail'],
    [[protect('main'), protect('*', true)], 'fail'],
    [[protect('main'), protect('release/*', true)], 'pass'],
  ])('says of %j: %s', async (branches, expected) => {
    expect(await of(...branches)).toEqual([expected])
  })
})

describe('bitbucket: main-branch-keeps-history', () => {
  const of = (rule: object) =>
    judge('bitbucket', 'main-branch-keeps-history', {
      'GET /2.0/repositories/:workspace': {
        json: {
          values: [{ uuid: 'a', full_name: 'acme/app', mainbranch: { name: 'main', type: 'branch' } }],
          pagelen: 10,
        } as never,
      },
      'GET /2.0/repositories/:workspace/a/branch-restrictions': {
        json: { values: [{ kind: 'force', branch_match_kind: 'glob', ...rule }], pagelen: 10 } as never,
      },
    })

  test.each([
    [{ pattern: 'main' }, 'pass'],
    [{ pattern: '*' }, 'pass'],
    [{ pattern: 'release/*' }, 'fail'],
    // The two readings of "**" differ, so a person looks.
    [{ pattern: '**/main' }, 'manual'],
    [{ pattern: '', branch_match_kind: 'branching_model', branch_type: 'production' }, 'manual'],
  ])('says of %j: %s', async (rule, expected) => {
    expect(await of(rule)).toEqual([expected])
  })
})

describe('snowflake: network-policies-narrow', () => {
  const of = (policy: object) =>
    judge('snowflake', 'network-policies-narrow', {
      'GET /api/v2/network-policies': {
        json: [
          { name: 'CORP', allowed_ip_list: [], allowed_network_rule_list: [], blocked_ip_list: [], ...policy },
        ] as never,
      },
    })

  // https://docs.snowflake.com/en/user-guide/network-policies: rules stand in place of addresses, and may let everybody in.
  test.each([
    [{ allowed_ip_list: ['203.0.113.0/24'] }, 'pass'],
    [{ allowed_ip_list: ['0.0.0.0/0'] }, 'fail'],
    [{ allowed_ip_list: halves }, 'fail'],
    [{ allowed_network_rule_list: ['DB.SCH.ALLOW_ALL'] }, 'manual'],
    [{ allowed_ip_list: ['203.0.113.7'], allowed_network_rule_list: ['DB.SCH.OFFICE'] }, 'manual'],
    [{ allowed_ip_list: ['0.0.0.0/0'], allowed_network_rule_list: ['DB.SCH.OFFICE'] }, 'fail'],
    [{ allowed_ip_list: ['office'] }, 'undecided'],
  ])('says of %j: %s', async (policy, expected) => {
    expect(await of(policy)).toEqual([expected])
  })
})

describe('cloudflare: dmarc', () => {
  const page = (result: readonly object[]) => ({
    json: {
      success: true,
      errors: [],
      messages: [],
      result,
      result_info: { page: 1, per_page: 50, count: result.length, total_count: result.length, total_pages: 1 },
    } as never,
  })
  const of = async (...contents: readonly string[]) => {
    const { credentials } = createSampleValues(await load('cloudflare'))
    return judge('cloudflare', 'dmarc', {
      'GET /client/v4/zones': page([
        { id: 'z', name: 'acme.example', status: 'active', type: 'full', account: { id: credentials.account_id } },
      ]),
      'GET /client/v4/zones/z/dns_records': page(
        contents.map((content, id) => ({ id: String(id), type: 'TXT', name: '_dmarc.acme.example', content })),
      ),
    })
  }

  // RFC 7489 sections 6.3 and 6.6.3.
  test.each([
    [['v=DMARC1; p=reject'], 'pass'],
    [['"v=DMARC1; p=rej" "ect"'], 'pass'],
    [['v=DMARC1;p=quarantine;sp=reject'], 'pass'],
    [['v=DMARC1; p=reject', 'google-site-verification=p=none'], 'pass'],
    [['v=DMARC1; p=reject; sp=none'], 'manual'],
    [['v=DMARC1; p=quarantine; pct=50'], 'manual'],
    [['v=DMARC1; p=none; sp=reject'], 'fail'],
    [['v=DMARC1;  p = none'], 'fail'],
    [['v=DMARC1; p=NONE'], 'fail'],
    [['v=DMARC1; p=quarantine; pct=0'], 'fail'],
    [['v=DMARC1'], 'fail'],
    [['p=reject; v=DMARC1'], 'fail'],
    [['v=DMARC1; p=reject', 'v=DMARC1; p=reject'], 'fail'],
    [[], 'fail'],
    [['v=DMARC1; p=reject; p=none'], 'undecided'],
  ])('says of %j: %s', async (contents, expected) => {
    expect(await of(...contents)).toEqual([expected])
  })
})

describe('onelogin: rules-name-own-addresses', () => {
  const of = (...conditions: readonly (readonly [operator: string, value: string])[]) =>
    judge('onelogin', 'rules-name-own-addresses', {
      'GET /api/1/apps': {
        json: {
          status: { error: false, code: 200, type: 'success', message: 'Success' },
          pagination: { after_cursor: null },
          data: [{ id: 1, name: 'app' }],
        } as never,
      },
      'GET /api/2/apps/1/rules': {
        json: [
          {
            id: 1,
            name: 'r',
            match: 'all',
            enabled: true,
            conditions: conditions.map(([operator, value]) => ({ source: 'email', operator, value })),
          },
        ] as never,
      },
      'POST /auth/oauth2/v2/token': { json: { access_token: 't', token_type: 'bearer', expires_in: 36_000 } as never },
    })

  // https://developers.onelogin.com/api-docs/2/app-rules/list-conditions-operators
  test.each([
    [['ew', '@gmail.com'], 'fail'],
    [['ew', 'GMAIL.com'], 'fail'],
    [['~', '@gmail.com'], 'fail'],
    [['=', 'somebody@gmail.com'], 'fail'],
    // Addresses of other domains end in it, too.
    [['ew', 'mail.com'], 'fail'],
    [['!~', '@gmail.com'], 'pass'],
    [['!=', 'somebody@gmail.com'], 'pass'],
    [['ew', '@acme.example'], 'pass'],
    // Another domain, whose name ends so.
    [['ew', '@acme-gmx.de'], 'pass'],
    [['matches', '@gmail.com'], 'undecided'],
    [['ri', '459456'], 'pass'],
  ] as const)('says of %j: %s', async (condition, expected) => {
    expect(await of(condition)).toEqual([expected])
  })
})

describe('lists of addresses', () => {
  const sources = (...list: readonly string[]) => ({
    'GET /1/security/sources': { json: list.map((source) => ({ source })) as never },
  })
  const whitelist = (...list: readonly string[]) => ({
    'GET /v3/access_settings/whitelist': {
      json: { result: list.map((ip, id) => ({ id, ip, created_at: 1, updated_at: 1 })) } as never,
    },
  })

  test.each([
    ['algolia', 'sources-narrow', sources('203.0.113.7/32', '0.0.0.0/1'), ['pass', 'fail']],
    ['algolia', 'sources-narrow', sources('office'), ['undecided']],
    ['algolia', 'sources-listed', sources('203.0.113.7/32'), ['pass']],
    ['algolia', 'sources-listed', sources('203.0.113.7/32', ...halves), ['fail']],
    ['algolia', 'sources-listed', sources(), ['fail']],
    ['sendgrid', 'addresses-narrow', whitelist('203.0.113.7/32', '::/0'), ['pass', 'fail']],
    ['sendgrid', 'addresses-allowed', whitelist('203.0.113.7/32'), ['pass']],
    ['sendgrid', 'addresses-allowed', whitelist('203.0.113.7/32', '0.0.0.0/0'), ['fail']],
    ['sendgrid', 'addresses-allowed', whitelist(), ['fail']],
    [
      'confluent',
      'ip-groups-narrow',
      {
        'GET /iam/v2/ip-groups': {
          json: {
            metadata: {},
            data: [
              { id: 'a', group_name: 'a', cidr_blocks: halves },
              { id: 'b', group_name: 'b', cidr_blocks: ['192.168.0.0/24'] },
            ],
          } as never,
        },
      },
      ['fail', 'pass'],
    ],
    [
      'intercom',
      'ip-allowlist-narrow',
      { 'GET /ip_allowlist': { json: { enabled: true, ip_allowlist: halves } as never } },
      ['fail'],
    ],
    [
      'elastic-cloud',
      'filters-narrow',
      {
        'GET /api/v1/deployments/traffic-filter/rulesets': {
          json: {
            rulesets: [
              { id: 'a', name: 'a', type: 'ip', rules: halves.map((source) => ({ source })) },
              { id: 'b', name: 'b', type: 'ip', rules: [{ source: '0.0.0.0' }] },
              { id: 'c', name: 'c', type: 'ip', rules: [{ source: '192.0.2.1' }] },
            ],
          } as never,
        },
      },
      ['fail', 'fail', 'pass'],
    ],
    [
      'heroku',
      'spaces-restricted',
      {
        'GET /teams/:team/spaces': { json: [{ id: 'a', name: 'a' }] as never },
        'GET /spaces/a/inbound-ruleset': {
          json: { rules: halves.map((source) => ({ action: 'allow', source })) } as never,
        },
      },
      ['fail'],
    ],
  ] as const)('%s: %s of %j says %j', async (id, check, routes, expected) => {
    expect(await judge(id, check, routes as Routes)).toEqual(expected)
  })
})
