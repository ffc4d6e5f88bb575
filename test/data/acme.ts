/** A connector as data, with a bit of everything. */
export const acmeYaml = (baseUrl: string) => `
checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: ${baseUrl}
auth: { type: api_key, config: { in: header, name: X-Key } }
variables:
  - { id: max_owners, label: Most owners, type: number, default: 2 }
inventories:
  - of: account
    covers: [members]
    scopes: [users:read]
    list: { path: /users, items: users, next: { cursor: next_page, param: page } }
    detail: { path: '/users/{item.id}/factors', as: factors }
    record:
      id: item.id
      name: item.login
      email: item.email
      status: { of: item.disabled, words: { 'true': suspended, 'false': active } }
      kind: { of: item.type, words: { human: person, bot: service } }
      secondFactor: factors.exists(f, f.verified)
      administrator: item.role == 'admin'
      lastActiveAt: { of: item.seen, none: { values: [null], source: https://docs.acme.example/users } }
checks:
  - question: secondFactor
    of: account
    remediation: '{record.name} enrols one under Profile → Security.'
  - id: sso-enforced
    title: Single sign-on is enforced
    severity: high
    controls: [soc2:CC6.1]
    get: { path: /settings }
    resource: { type: workspace, id: body.id }
    pass: body.sso.enforced
    fail: { title: Passwords still work, remediation: Turn on single sign-on. }
  - id: repositories-protected
    title: Every repository is protected
    for: { project: { path: /projects, items: data, next: none } }
    list: { path: '/projects/{project.id}/repositories', items: data, next: none }
    resource: { type: repository, id: item.id, name: item.name }
    applies: item.archived == false
    pass: item.protection.reviews >= 1
    fail: { title: '{item.name} of {project.name} takes changes without a review', remediation: Demand one review. }
  - id: few-owners
    title: There are few owners
    list: { path: /users, items: users, next: { cursor: next_page, param: page } }
    count: { where: item.role == 'admin', name: item.login, min: 1, max: vars.max_owners }
    resource: { type: organization, id: "'acme'" }
    fail: { title: There are too many or too few owners, remediation: Take the role from some. }
`

const user = (id: number, extras: object = {}) => ({
  id,
  login: `user-${id}`,
  email: `user-${id}@acme.example`,
  disabled: false,
  type: 'human',
  role: 'member',
  seen: '2026-05-01T00:00:00Z',
  ...extras,
})

export const acmeRoutes = {
  'GET /users': ({ query }: { readonly query: URLSearchParams }) => ({
    json:
      query.get('page') === 'b'
        ? { users: [user(3, { type: 'bot', role: 'admin' }), user(4, { seen: null, role: 'admin' })], next_page: null }
        : { users: [user(1, { role: 'admin' }), user(2, { disabled: true })], next_page: 'b' },
  }),
  'GET /users/:id/factors': ({ params }: { readonly params: { readonly id: string } }) => ({
    json: params.id === '4' ? [{ verified: false }] : [{ verified: true }],
  }),
  'GET /settings': { json: { id: 7, sso: { enforced: true } } },
  'GET /projects': { json: { data: [{ id: 'p1', name: 'Web' }] } },
  'GET /projects/:id/repositories': {
    json: {
      data: [
        { id: 'r1', name: 'site', archived: false, protection: { reviews: 2 } },
        { id: 'r2', name: 'tools', archived: false, protection: { reviews: 0 } },
        { id: 'r3', name: 'old', archived: true },
        { id: 'r4', name: 'odd', archived: false, protection: null },
      ],
    },
  },
} as const
