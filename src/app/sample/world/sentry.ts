import { company, employees, hasLeft } from './company.ts'
import { type AnswerRequest, daysAgo, type SampleRequest } from './vendor-day.ts'

const projects = ['storefront', 'payments', 'mobile-app', 'data-pipeline'] as const
const members = employees.filter(({ department }) => ['Engineering', 'Platform', 'Security'].includes(department))
const owners = ['Mateo', 'Ayla', 'Lucia']

export const answerSentry: AnswerRequest = (request) => {
  const path = request.url.pathname.replace('/api/0', '')
  const organization = `/organizations/${company.slug}`
  if (path === `${organization}/`) return { json: describeOrganization(request) }
  if (path === `${organization}/members/`) return { json: listMembers(request) }
  if (path === `${organization}/projects/`)
    return {
      json: projects.map((slug, index) => ({
        id: String(index + 1),
        slug,
        name: slug,
        status: 'active',
        isPublic: false,
        platform: 'javascript',
      })),
    }
  if (path === `${organization}/sentry-apps/`)
    return {
      json: [
        {
          uuid: '0a8d6f52-1111-4222-8333-944455566677',
          name: 'checkwright',
          slug: 'checkwright',
          status: 'internal',
          scopes: ['org:read', 'member:read', 'project:read'],
        },
      ],
    }
  const index = projects.findIndex((slug) => path === `/projects/${company.slug}/${slug}/`)
  return index < 0 ? undefined : { json: describeProject(index, request) }
}

function describeOrganization({ day }: SampleRequest) {
  return {
    id: '1',
    slug: company.slug,
    name: company.name,
    status: { id: 'active', name: 'active' },
    require2FA: day >= 38,
    hasAuthProvider: true,
    allowMemberInvite: day < 50,
    allowMemberProjectCreation: false,
    allowSuperuserAccess: false,
    openMembership: false,
    defaultRole: 'member',
    allowJoinRequests: false,
    dataScrubber: false,
    dataScrubberDefaults: false,
    scrubIPAddresses: false,
    enhancedPrivacy: true,
    allowSharedIssues: false,
  }
}

function listMembers(request: SampleRequest) {
  const { day } = request
  return members
    .filter((each) => each.joinedOn <= day && !hasLeft(each, day - 2))
    .map((each, index) => ({
      id: String(500 + Number(each.id)),
      email: each.email,
      name: `${each.firstName} ${each.lastName}`,
      orgRole: owners.includes(each.firstName) ? 'owner' : 'member',
      role: owners.includes(each.firstName) ? 'owner' : 'member',
      pending: false,
      expired: false,
      inviteStatus: 'approved',
      dateCreated: daysAgo(request, day - each.joinedOn),
      flags: {
        'sso:linked': true,
        'sso:invalid': false,
        'member-limit:restricted': false,
        'partnership:restricted': false,
        'idp:provisioned': false,
        'idp:role-restricted': false,
      },
      user: {
        id: String(700 + Number(each.id)),
        isActive: true,
        has2fa: index % 9 !== 4 || day >= 38,
        lastActive: daysAgo(request, index % 11 === 6 ? day + 40 : 1.5),
        lastLogin: daysAgo(request, 3),
        isManaged: false,
        hasPasswordAuth: false,
        emails: [{ id: '1', email: each.email, is_verified: true }],
      },
    }))
}

function describeProject(index: number, { day }: SampleRequest) {
  const slug = projects[index]
  return {
    id: String(index + 1),
    slug,
    name: slug,
    status: 'active',
    isPublic: false,
    dataScrubber: true,
    dataScrubberDefaults: index < 2 || day >= 44,
    scrubIPAddresses: index !== 3,
    scrubberIsRequired: false,
    sensitiveFields: [],
    safeFields: [],
    storeCrashReports: null,
    organization: { id: '1', slug: company.slug },
  }
}
