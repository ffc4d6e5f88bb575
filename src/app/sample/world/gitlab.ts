import { company, employees, hasLeft } from './company.ts'
import { type AnswerRequest, dateOf, daysAgo, type SampleRequest } from './vendor-day.ts'

interface Project {
  readonly id: number
  readonly name: string
  /** From when on its default branch is protected, changes need an approval, and pipelines must pass. */
  readonly protectedFrom: number
  readonly visibility?: 'private' | 'public'
  readonly archived?: boolean
}

const group = { id: 4711, path: company.slug }

/** Tidied up one after the other; the newest has no approval rule yet. */
const projects: readonly Project[] = [
  { id: 9001, name: 'storefront', protectedFrom: -100 },
  { id: 9002, name: 'payments', protectedFrom: -100 },
  { id: 9003, name: 'mobile-app', protectedFrom: 18 },
  { id: 9004, name: 'infrastructure', protectedFrom: 34 },
  { id: 9005, name: 'data-pipeline', protectedFrom: 51 },
  { id: 9006, name: 'docs', protectedFrom: 63, visibility: 'public' },
  { id: 9007, name: 'billing-export', protectedFrom: 999 },
  { id: 9008, name: 'legacy-shop', protectedFrom: -100, archived: true },
]

const developers = employees.filter(({ department }) =>
  ['Engineering', 'Platform', 'Security', 'Design', 'Product'].includes(department),
)
const owners = ['Ayla', 'Mateo', 'Lucia', 'Tomás']

export const answerGitLab: AnswerRequest = (request) => {
  const { url } = request
  const path = url.pathname.replace('/api/v4', '')
  if (path === `/groups/${group.id}`) return { json: describeGroup(request) }
  if (path === `/groups/${group.id}/members/all`) return { json: listMembers(request) }
  if (path === `/groups/${group.id}/access_tokens`) return { json: listTokens(request) }
  if (path === `/groups/${group.id}/projects`)
    return { json: projects.map((project) => describeProject(project, request)) }
  const [, id, what] = /^\/projects\/(\d+)\/([a-z_]+)$/.exec(path) ?? []
  const project = projects.find((each) => String(each.id) === id)
  if (!project || !what) return undefined
  const json = describeRules(project, request)[what]
  return json === undefined ? undefined : { json }
}

function describeGroup({ day }: SampleRequest) {
  return {
    ...group,
    full_path: group.path,
    name: company.name,
    visibility: 'private',
    require_two_factor_authentication: day >= 27,
    two_factor_grace_period: 48,
    parent_id: null,
  }
}

/** Nobody closes the second leaver's account for three weeks, nor the third's at all. */
function listMembers({ day }: SampleRequest) {
  return developers
    .filter((each) => each.joinedOn <= day && !(hasLeft(each, day - 21) && each.firstName === 'Diego'))
    .map((each) => ({
      id: 20_000 + Number(each.id),
      username: each.email.split('@')[0],
      name: `${each.firstName} ${each.lastName}`,
      state: 'active',
      locked: false,
      membership_state: 'active',
      access_level: owners.includes(each.firstName) ? 50 : 30,
      expires_at: null,
    }))
}

function listTokens(request: SampleRequest) {
  const token = (id: number, name: string, expiresAt: string | null) => ({
    id,
    name,
    active: true,
    revoked: false,
    scopes: ['read_api'],
    access_level: 20,
    created_at: daysAgo(request, request.day + 30),
    expires_at: expiresAt,
  })
  return [
    token(1, 'checkwright', dateOf(request, 200)),
    token(2, 'release-robot', request.day < 45 ? null : dateOf(request, 330)),
  ]
}

function describeProject(
  { id, name, protectedFrom, visibility = 'private', archived = false }: Project,
  { day }: SampleRequest,
) {
  return {
    id,
    name,
    path: name,
    path_with_namespace: `${group.path}/${name}`,
    default_branch: 'main',
    archived,
    empty_repo: false,
    visibility,
    only_allow_merge_if_pipeline_succeeds: day >= protectedFrom,
    allow_merge_on_skipped_pipeline: false,
    marked_for_deletion_on: null,
    repository_access_level: 'enabled',
    merge_requests_access_level: 'enabled',
    builds_access_level: 'enabled',
  }
}

function describeRules({ id, protectedFrom }: Project, { day }: SampleRequest): Readonly<Record<string, unknown>> {
  const tidy = day >= protectedFrom
  const level = (accessLevel: number) => [
    {
      id: id * 10 + accessLevel,
      access_level: accessLevel,
      user_id: null,
      group_id: null,
      deploy_key_id: null,
      access_level_description: accessLevel === 0 ? 'No one' : 'Maintainers',
    },
  ]
  return {
    protected_branches:
      tidy || id === 9007
        ? [
            {
              id,
              name: 'main',
              allow_force_push: false,
              push_access_levels: level(0),
              merge_access_levels: level(40),
              unprotect_access_levels: [],
              code_owner_approval_required: false,
              inherited: false,
            },
          ]
        : [],
    approvals: {
      approvals_before_merge: 0,
      merge_requests_author_approval: !tidy,
      merge_requests_disable_committers_approval: tidy,
      reset_approvals_on_push: tidy,
      selective_code_owner_removals: false,
      disable_overriding_approvers_per_merge_request: tidy,
      require_password_to_approve: false,
      require_reauthentication_to_approve: false,
    },
    approval_rules: tidy
      ? [
          {
            id,
            name: 'Engineers',
            rule_type: 'any_approver',
            report_type: null,
            approvals_required: 1,
            eligible_approvers: [],
            approvers: [],
            contains_hidden_groups: false,
            users: [],
            groups: [],
            protected_branches: [],
            applies_to_all_protected_branches: false,
          },
        ]
      : [],
  }
}
