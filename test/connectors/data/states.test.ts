import { runChecks } from 'checkwright/runtime'
import { fakeVendor, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { createSampleValues } from '../../../src/author/testing/contract/sample-values.ts'
import { chosenDataIds, loadDataConnector } from './contracts.ts'

type Json = Readonly<Record<string, unknown>>

interface Asked {
  readonly query: URLSearchParams
  readonly credentials: Json
}

/** A state in which a vendor's account can be, with the verdict that is right. */
interface State {
  readonly connector: string
  readonly check: string
  /** What the state is like: "the only drain sends analytics". */
  readonly when: string
  /** Where the vendor, or somebody who saw it, says so. */
  readonly source: string
  /** By path; a function where it depends on the page or on who signs in. */
  readonly answers: Readonly<Record<string, unknown>>
  /** The status of the check, or of each resource by its name. */
  readonly expected: string | Readonly<Record<string, string>>
}

const drainOf = (schemas: Json, differs: Json = {}) => ({
  id: 'd',
  name: 'd',
  ownerId: 'team',
  schemas,
  status: 'enabled',
  projectIds: null,
  sampling: null,
  ...differs,
})
const streamOf = (differs: Json = {}) => ({ id: 'l', name: 'l', type: 'http', status: 'active', sink: {}, ...differs })
const ofSource = (source: string, states: readonly Omit<State, 'source'>[]): readonly State[] =>
  states.map((state) => ({ ...state, source }))

const drains = (...list: readonly Json[]) => ({ '/v1/drains': { drains: list } })
const drain = (when: string, list: readonly Json[], expected: string) => ({
  connector: 'vercel',
  check: 'log-drain',
  when,
  answers: drains(...list),
  expected,
})
const stream = (when: string, list: readonly Json[], expected: string) => ({
  connector: 'auth0',
  check: 'log-streams',
  when,
  answers: { '/api/v2/log-streams': list },
  expected,
})
const jobOf = (differs: Json = {}) => ({ id: 1, dataset: 'audit_logs', enabled: true, error_message: null, ...differs })
const job = (when: string, list: readonly Json[], expected: string) => ({
  connector: 'cloudflare',
  check: 'log-push',
  when,
  expected,
  answers: { '/client/v4/accounts/:account/logpush/jobs': { success: true, result: list } },
})
const exported = (when: string, answer: Json, expected: string) => ({
  connector: 'cockroachdb',
  check: 'logs-exported',
  when,
  expected,
  answers: {
    '/api/v1/clusters': { clusters: [{ id: 'c', name: 'c', plan: 'ADVANCED' }], pagination: {} },
    '/api/v1/clusters/c/logexport': answer,
  },
})
const kept = (when: string, skips: boolean, endpoint: string, expected: string) => ({
  connector: 'harbor',
  check: 'audit-log-kept',
  when,
  expected,
  answers: {
    '/api/v2.0/configurations': {
      skip_audit_log_database: { editable: true, value: skips },
      audit_log_forward_endpoint: { editable: true, value: endpoint },
    },
  },
})
const configOf = (namespace: string, differs: Json = {}) => ({
  id: namespace,
  namespace,
  installed: true,
  suspended: false,
  status: { ok: true, error: '' },
  ...differs,
})
const products = (check: string, when: string, sca: Json, expected: string) => ({
  connector: 'semgrep',
  check,
  when,
  expected,
  answers: { '/api/agent/deployments/:id/products': { products: { sca } } },
})
const siteOf = (name: string, differs: Json = {}) => ({
  id: name,
  name,
  custom_domain: null,
  domain_aliases: [],
  ssl: false,
  force_ssl: null,
  ...differs,
})
const phones = (when: string, differs: Json, expected: string) => ({
  connector: 'webex',
  check: 'phones-closed',
  when,
  expected,
  answers: {
    '/v1/telephony/config/devices/settings': {
      customizations: {
        ata: { webAccessEnabled: false },
        mpp: { mppUserWebAccessEnabled: false },
        dect: { webAccessEnabled: false },
        ...differs,
      },
    },
  },
})
const personOf = (id: string, differs: Json) => ({
  id,
  displayName: id,
  emails: [`${id}@acme.example`],
  type: 'person',
  created: '2025-01-01T00:00:00.000Z',
  lastActivity: '2026-06-29T00:00:00.000Z',
  invitePending: false,
  loginEnabled: true,
  ...differs,
})
const ruleOf = (differs: Json = {}) => ({
  id: 1,
  name: 'r',
  rule_type: 'any_approver',
  approvals_required: 1,
  eligible_approvers: [],
  applies_to_all_protected_branches: false,
  protected_branches: [],
  contains_hidden_groups: false,
  ...differs,
})
const approvals = (when: string, rules: readonly Json[], expected: string) => ({
  connector: 'gitlab',
  check: 'approval-rules',
  when,
  expected,
  answers: {
    '/api/v4/groups/:group/projects': [
      { id: 7, path_with_namespace: 'a/b', default_branch: 'main', archived: false, empty_repo: false },
    ],
    '/api/v4/projects/7/approval_rules': rules,
  },
})
const release = { protected_branches: [{ id: 9, name: 'release' }] }
const registration = (when: string, answer: Json, expected: string) => ({
  connector: 'clerk',
  check: 'oauth-registration-closed',
  when,
  answers: { '/v1/instance/oauth_application_settings': answer },
  expected,
})
const documents = (advertised: boolean, registeredOnly: boolean) => ({
  dynamic_oauth_client_registration: false,
  client_id_metadata_documents_advertised: advertised,
  client_id_metadata_documents_only_allow_pre_registered_clients: registeredOnly,
})
const project = (check: string, when: string, auth: Json, expected: string) => ({
  connector: 'supabase',
  check,
  when,
  expected,
  answers: {
    '/v1/organizations/:organization/projects': ({ query }: Asked) => ({
      projects: Number(query.get('offset')) > 0 ? [] : [{ ref: 'p', name: 'p', status: 'ACTIVE_HEALTHY' }],
      pagination: { count: 1, limit: 100, offset: Number(query.get('offset')) },
    }),
    '/v1/projects/p/config/auth': auth,
  },
})
const locked = (check: string, when: string, settings: Json, locks: Json, expected: string) => ({
  connector: 'zoom',
  check,
  when,
  expected,
  answers: { '/v2/accounts/me/settings': settings, '/v2/accounts/me/lock_settings': locks },
})
const adminOf = (name: string, differs: Json) => ({
  admin_id: name,
  name,
  status: 'Active',
  last_login: 1_700_000_000,
  ...differs,
})
const zone = (value: string, expected: string) => ({
  connector: 'cloudflare',
  check: 'origin-encrypted',
  when: `the mode is ${value}`,
  expected,
  answers: {
    '/client/v4/zones': ({ credentials }: Asked) => ({
      success: true,
      result: [
        { id: 'z', name: 'z', status: 'active', type: 'full', paused: false, account: { id: credentials.account_id } },
      ],
      result_info: { total_count: 1 },
    }),
    '/client/v4/zones/z/settings/ssl': { success: true, result: { id: 'ssl', value } },
  },
})

const pageOf = (...results: readonly Json[]) => ({
  pagination: { next: 0, previous: 0, count: results.length, current: 1, total_pages: 1 },
  results,
})
const userOf = (username: string, differs: Json) => ({
  pk: username.length,
  uuid: username,
  username,
  name: '',
  email: '',
  type: 'internal',
  is_active: true,
  is_superuser: false,
  date_joined: '2025-01-01T00:00:00Z',
  groups_obj: [],
  roles_obj: [],
  ...differs,
})

const states: readonly State[] = [
  ...ofSource('https://vercel.com/docs/drains', [
    drain('the only drain sends analytics', [drainOf({ analytics: {} })], 'fail'),
    drain('a drain sends logs', [drainOf({ log: {} })], 'pass'),
    drain('a drain sends logs beside traces', [drainOf({ log: {}, trace: {} })], 'pass'),
    drain('a drain sends the logs of one project', [drainOf({ log: {} }, { projectIds: ['p'] })], 'manual'),
    drain(
      'a drain sends a sample',
      [drainOf({ log: {} }, { sampling: [{ type: 'head_sampling', rate: 0.1 }] })],
      'manual',
    ),
    drain(
      'a drain has a filter',
      [drainOf({ log: {} }, { filterV2: { filter: { type: 'odata', text: 'a' } } })],
      'manual',
    ),
    drain('a drain has a filter of nothing', [drainOf({ log: {} }, { filterV2: { version: 'v1' } })], 'pass'),
    drain('a drain has failed', [drainOf({ log: {} }, { firstErrorTimestamp: 1_750_000_000_000 })], 'manual'),
    drain(
      'one drain of several takes all',
      [drainOf({ log: {} }, { projectIds: ['p'] }), drainOf({ log: {} })],
      'pass',
    ),
    drain('the drain is disabled', [drainOf({ log: {} }, { status: 'disabled' })], 'fail'),
    drain('the status is an unknown word', [drainOf({ log: {} }, { status: 'sleeping' })], 'error'),
    drain('nothing says what the drain sends', [drainOf({}, { schemas: null })], 'error'),
  ]),
  ...ofSource('https://auth0.com/docs/customize/log-streams/event-filters', [
    stream('a stream has no filters', [streamOf()], 'pass'),
    stream('a stream has an empty list of filters', [streamOf({ filters: [] })], 'pass'),
    stream(
      'the only stream has a filter',
      [streamOf({ filters: [{ type: 'category', name: 'auth.signup.success' }] })],
      'manual',
    ),
    stream('the stream is paused', [streamOf({ status: 'paused' })], 'fail'),
    stream('the status is an unknown word', [streamOf({ status: 'tired' })], 'error'),
  ]),
  ...ofSource('https://developers.cloudflare.com/api/resources/logpush/subresources/jobs/', [
    job('a job delivers', [jobOf()], 'pass'),
    job('a job delivers the second version of the log', [jobOf({ dataset: 'audit_logs_v2' })], 'pass'),
    job('the job fails', [jobOf({ error_message: 'permission denied' })], 'fail'),
    job('the job delivers a sample', [jobOf({ output_options: { sample_rate: 0.1 } })], 'manual'),
    job('the job delivers everything', [jobOf({ output_options: { sample_rate: 1 } })], 'pass'),
  ]),
  ...ofSource('https://www.cockroachlabs.com/docs/cockroachcloud/export-logs', [
    exported('everything is exported', { status: 'ENABLED', spec: { omitted_channels: [], groups: [] } }, 'pass'),
    exported('channels are left out', { status: 'ENABLED', spec: { omitted_channels: ['SESSIONS'] } }, 'manual'),
    exported('a group has errors alone', { status: 'ENABLED', spec: { groups: [{ min_level: 'ERROR' }] } }, 'manual'),
    exported('the credentials are refused', { status: 'CREDENTIALS_ERROR', spec: {} }, 'fail'),
  ]),
  ...ofSource('https://goharbor.io/docs/main/administration/log-rotation/', [
    kept('the log is in the database', false, '', 'pass'),
    kept('the log is forwarded and not in the database', true, 'syslog.acme.example:514', 'pass'),
    kept('the log is nowhere', true, '', 'fail'),
  ]),
  ...ofSource("SendGrid's description: completed_integration", [
    {
      connector: 'sendgrid',
      check: 'single-sign-on',
      when: 'the only integration is not complete',
      answers: { '/v3/sso/integrations': [{ id: 'i', name: 'i', enabled: true, completed_integration: false }] },
      expected: 'fail',
    },
  ]),
  ...ofSource("Semgrep's description: SCMConfig.status", [
    {
      connector: 'semgrep',
      check: 'sources-connected',
      when: 'the token of one connection is refused',
      answers: {
        '/api/scm/deployments/:id/configs': {
          configs: [configOf('good'), configOf('broken', { status: { ok: false, error: '401 Unauthorized' } })],
        },
      },
      expected: { good: 'pass', broken: 'fail' },
    },
  ]),
  ...ofSource("Semgrep's description: products.sca.enabled", [
    products(
      'malicious-dependencies',
      'dependencies are not scanned',
      { enabled: false, maliciousDependencyAdvisoriesEnabled: true },
      'fail',
    ),
    products(
      'malicious-dependencies',
      'advisories are on',
      { enabled: true, maliciousDependencyAdvisoriesEnabled: true },
      'pass',
    ),
    products(
      'new-vulnerable-dependencies-blocked',
      'dependencies are not scanned',
      { enabled: false, blockPrEnabled: true },
      'fail',
    ),
  ]),
  ...ofSource('https://github.com/netlify/cli/issues/158', [
    {
      connector: 'netlify',
      check: 'sites-encrypted',
      when: 'sites have an address of Netlify alone, a domain without a certificate, and one with it',
      answers: {
        '/api/v1/:team/sites': [
          siteOf('docs'),
          siteOf('shop', { custom_domain: 'acme.example', force_ssl: false }),
          siteOf('alias', { domain_aliases: ['acme.example'], force_ssl: false }),
          siteOf('web', { custom_domain: 'acme.example', ssl: true, force_ssl: true }),
        ],
      },
      expected: { docs: 'not_applicable', shop: 'fail', alias: 'fail', web: 'pass' },
    },
  ]),
  ...ofSource('https://developer.webex.com/docs/api/v1/device-call-settings', [
    phones('all web pages are closed', {}, 'pass'),
    phones('the web page of DECT devices is open', { dect: { webAccessEnabled: true } }, 'fail'),
    phones('nothing is said of DECT devices', { dect: null }, 'error'),
  ]),
  ...ofSource("Webex's recorded answers have booleans, and its description has words", [
    {
      connector: 'webex',
      check: 'stale-accounts',
      when: 'people may sign in, or not, by booleans and by words',
      answers: {
        '/v1/people': {
          items: [
            personOf('ada', {}),
            personOf('old', { lastActivity: '2025-02-01T00:00:00.000Z' }),
            personOf('off', { loginEnabled: false, lastActivity: '2025-02-01T00:00:00.000Z' }),
            personOf('word', {
              loginEnabled: 'false',
              invitePending: 'false',
              lastActivity: '2025-02-01T00:00:00.000Z',
            }),
          ],
        },
      },
      expected: { ada: 'pass', old: 'fail', off: 'not_applicable', word: 'not_applicable' },
    },
  ]),
  ...ofSource('https://docs.gitlab.com/api/merge_request_approvals/', [
    approvals('a rule is for all branches', [ruleOf()], 'pass'),
    approvals('a rule is for the default branch', [ruleOf({ protected_branches: [{ id: 1, name: 'main' }] })], 'pass'),
    approvals(
      'a rule is for every branch by a pattern',
      [ruleOf({ protected_branches: [{ id: 1, name: '*' }] })],
      'pass',
    ),
    approvals('the only rule is for another branch', [ruleOf(release), ruleOf({ approvals_required: 0 })], 'fail'),
    approvals(
      'a rule is for all protected branches, and the default branch is one',
      [ruleOf({ applies_to_all_protected_branches: true, protected_branches: [{ id: 1, name: 'main' }] })],
      'pass',
    ),
    approvals(
      'a rule is for all protected branches, and the default branch is none',
      [ruleOf({ applies_to_all_protected_branches: true, ...release })],
      'fail',
    ),
    approvals(
      'a rule is for all protected branches, and there are none',
      [ruleOf({ applies_to_all_protected_branches: true })],
      'fail',
    ),
    approvals(
      'a rule is for branches of a pattern',
      [ruleOf({ protected_branches: [{ id: 1, name: 'ma*' }] })],
      'pass',
    ),
    approvals('a rule waits for a report', [ruleOf({ rule_type: 'report_approver' })], 'fail'),
    approvals('the kind of the rule is an unknown word', [ruleOf({ rule_type: 'magic' })], 'error'),
  ]),
  ...ofSource('https://docs.gitlab.com/user/project/merge_requests/approvals/#invalid-rules', [
    approvals('nobody may approve, so GitLab does', [ruleOf({ rule_type: 'regular' })], 'fail'),
    approvals('one may approve', [ruleOf({ rule_type: 'regular', eligible_approvers: [{ id: 1 }] })], 'pass'),
    approvals(
      'two have to approve and one may',
      [ruleOf({ rule_type: 'regular', approvals_required: 2, eligible_approvers: [{ id: 1 }] })],
      'fail',
    ),
    // Nobody is seen who may approve, and the hidden group may be empty.
    approvals('a hidden group approves', [ruleOf({ rule_type: 'regular', contains_hidden_groups: true })], 'error'),
  ]),
  ...ofSource('https://clerk.com/docs/reference/backend-api/tag/oauth-applications', [
    registration('unknown clients connect by a document', documents(true, false), 'fail'),
    registration('registered clients connect by a document', documents(true, true), 'pass'),
    registration('documents are not advertised', documents(false, false), 'pass'),
  ]),
  ...ofSource("Supabase's description: external_email_enabled, external_phone_enabled", [
    project(
      'long-passwords',
      'Google is the only way in',
      { external_email_enabled: false, external_phone_enabled: false, password_min_length: 6 },
      'not_applicable',
    ),
    project(
      'long-passwords',
      'people sign in by telephone',
      { external_email_enabled: false, external_phone_enabled: true, password_min_length: 6 },
      'fail',
    ),
    project(
      'long-passwords',
      'people sign in by e-mail',
      { external_email_enabled: true, external_phone_enabled: false, password_min_length: 12 },
      'pass',
    ),
    project(
      'long-passwords',
      'nothing is said of e-mail',
      { external_phone_enabled: false, password_min_length: 12 },
      'error',
    ),
    project(
      'links-end',
      'nobody signs in by e-mail',
      { external_email_enabled: false, mailer_otp_exp: 86_400 },
      'not_applicable',
    ),
  ]),
  ...ofSource('https://support.zoom.com/hc/en/article?id=zm_kb&sysparm_article=KB0064780, tiered settings', [
    locked(
      'viewers-authenticated',
      'the setting is on and locked',
      { recording_authentication: true },
      { recording: { recording_authentication: true } },
      'pass',
    ),
    locked(
      'viewers-authenticated',
      'the lock is a word',
      { recording_authentication: true },
      { recording: { recording_authentication: 'true' } },
      'pass',
    ),
    locked(
      'viewers-authenticated',
      'the setting is on and not locked',
      { recording_authentication: true, recording: { account_user_access_recording: false } },
      { recording: { recording_authentication: false, account_user_access_recording: false } },
      'manual',
    ),
    locked(
      'viewers-authenticated',
      'the setting is off',
      { recording_authentication: false, recording: { account_user_access_recording: false } },
      { recording: { recording_authentication: false, account_user_access_recording: false } },
      'fail',
    ),
    locked(
      'viewers-authenticated',
      'nothing is said of the lock',
      { recording_authentication: true },
      { recording: {} },
      'error',
    ),
    locked(
      'host-comes-first',
      'the setting is off and locked',
      { schedule_meeting: { join_before_host: false } },
      { schedule_meeting: { join_before_host: true } },
      'pass',
    ),
    locked(
      'host-comes-first',
      'the setting is off and not locked',
      { schedule_meeting: { join_before_host: false } },
      { schedule_meeting: { join_before_host: false } },
      'manual',
    ),
  ]),
  ...ofSource('https://duo.com/docs/adminapi#administrators', [
    {
      connector: 'duo',
      check: 'stale-admins',
      when: 'administrators are disabled, pending and idle',
      answers: {
        '/admin/v1/admins': {
          stat: 'OK',
          response: [
            adminOf('off', { status: 'Disabled' }),
            adminOf('new', { status: 'Pending Activation', last_login: null }),
            adminOf('idle', {}),
          ],
          metadata: {},
        },
      },
      expected: { off: 'not_applicable', new: 'not_applicable', idle: 'fail' },
    },
  ]),
  ...ofSource('https://developers.cloudflare.com/ssl/origin-configuration/ssl-modes/ssl-only-origin-pull/', [
    zone('origin_pull', 'pass'),
    zone('flexible', 'fail'),
    zone('magic', 'error'),
  ]),
  ...ofSource('https://docs.snowflake.com/en/sql-reference/sql/create-user', [
    {
      connector: 'snowflake',
      check: 'services-without-password',
      when: 'a user has no type, and so is a person; one of the type SERVICE has no use for a password',
      answers: {
        '/api/v2/users': [
          { name: 'ADA', type: null, disabled: false, has_password: true },
          { name: 'ETL', type: 'SERVICE', disabled: false, has_password: true },
          { name: 'OLD', type: 'LEGACY_SERVICE', disabled: false, has_password: true },
        ],
      },
      expected: { ADA: 'not_applicable', ETL: 'pass', OLD: 'fail' },
    },
  ]),
  ...ofSource('https://docs.goauthentik.io/users-sources/user/user_ref/', [
    {
      connector: 'authentik',
      check: 'stale-accounts',
      when: 'accounts are of an outpost, of a program and of a leaver',
      answers: {
        ...Object.fromEntries(
          ['totp', 'webauthn', 'duo', 'sms'].map((kind) => [`/api/v3/authenticators/admin/${kind}/`, pageOf()]),
        ),
        '/api/v3/core/users/': pageOf(
          userOf('outpost', { type: 'internal_service_account', last_login: null }),
          userOf('program', { type: 'service_account', last_login: '2026-06-29T00:00:00Z' }),
          userOf('leaver', { last_login: '2025-01-02T00:00:00Z' }),
        ),
      },
      expected: { program: 'pass', leaver: 'fail' },
    },
  ]),
]

describe.each(states.filter(({ connector }) => chosenDataIds.includes(connector)))(
  '$connector: $check where $when',
  ({ connector: id, check, answers, expected }) => {
    test(`is ${typeof expected === 'string' ? expected : JSON.stringify(expected)}`, async () => {
      const { connector } = loadDataConnector(id)
      const { credentials, settings } = createSampleValues(connector)
      const routes = Object.fromEntries(
        Object.entries(answers).map(([path, answer]) => [
          `GET ${path}`,
          ({ query }: Asked) => ({ json: typeof answer === 'function' ? answer({ query, credentials }) : answer }),
        ]),
      )
      await using api = await fakeVendor({ routes: routes as never })

      const { checks } = await runChecks(connector, {
        credentials,
        settings,
        checks: [check],
        fetch: api.fetch,
        clock: fixedClock('2026-06-30T12:00:00Z'),
      })

      const [outcome] = checks
      const found =
        typeof expected === 'string'
          ? outcome?.status
          : Object.fromEntries(outcome?.results.map(({ resource, status }) => [resource.name, status]) ?? [])
      expect(found).toEqual(expected)
    })
  },
)
