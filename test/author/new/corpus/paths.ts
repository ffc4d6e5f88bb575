import { describeVendor, needs, type SmallDescription } from './describe-vendor.ts'

const at = (path: string, parameters: readonly object[] = []) => describeVendor({ path, parameters })

export const paths: readonly SmallDescription[] = [
  {
    situation: 'has percent signs in its path',
    openapi: at('/all%20users'),
    expected: { path: '/all%20users' },
  },
  {
    situation: 'has the form of its answer at the end of the path',
    openapi: at('/users.{format}', [needs('format', 'path', { schema: { type: 'string', enum: ['json', 'xml'] } })]),
    expected: { path: '/users.{format}', fields: { format: 'select' } },
  },
  {
    situation: 'has a verb behind a colon in its path',
    openapi: at('/users:list'),
    expected: { path: '/users:list' },
  },
  {
    situation: 'has two variables in one segment of its path',
    openapi: at('/orgs/{org}.{region}/users', [needs('org', 'path'), needs('region', 'path')]),
    expected: { path: '/orgs/{org}.{region}/users', fields: { org: 'text', region: 'text' } },
  },
  {
    situation: 'has a variable in a segment of its path',
    openapi: at('/orgs/~{org}/users', [needs('org', 'path')]),
    expected: { path: '/orgs/~{org}/users', fields: { org: 'text' } },
  },
  {
    situation: 'has a slash at the end of its path',
    openapi: at('/users/'),
    expected: { path: '/users/' },
  },
  {
    situation: 'has a matrix parameter in its path',
    openapi: at('/orgs{org}/users', [needs('org', 'path', { style: 'matrix' })]),
    expected: { path: '/orgs;org={org}/users', fields: { org: 'text' } },
  },
  {
    situation: 'has a label parameter in its path',
    openapi: at('/orgs{org}/users', [needs('org', 'path', { style: 'label' })]),
    expected: { path: '/orgs.{org}/users', fields: { org: 'text' } },
  },
  {
    situation: 'has a list in its path',
    openapi: at('/orgs/{orgs}/users', [
      needs('orgs', 'path', { schema: { type: 'array', items: { type: 'string' } } }),
    ]),
    expected: { path: '/orgs/{orgs}/users', fields: { orgs: 'text' } },
  },
  {
    situation: 'has a variable in its path that it does not declare',
    openapi: at('/orgs/{org}/users'),
    expected: { path: '/orgs/{org}/users', fields: { org: 'text' } },
  },
  {
    situation: 'has letters with accents in its path',
    openapi: at('/benutzer/für-alle'),
    expected: { path: '/benutzer/für-alle' },
  },
  {
    situation: 'has its query in the path',
    openapi: at('/users?status=active'),
    expected: { refused: 'its path cannot be requested' },
  },
]
