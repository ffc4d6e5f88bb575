import { fewAdministrators } from 'checkwright/questions'
import { members } from '../../inventories/members.ts'

export const fewOwners = fewAdministrators(members, {
  id: 'few-owners',
  title: 'The organization has few owners, and more than one',
  description:
    'Counts the owners of the organization. Each of them can read and delete every repository. With a single owner, the organization depends on one person.',
  severity: 'high',
  controls: ['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'],
  tags: ['least-privilege', 'administrators'],
  role: 'owner',
  plural: 'Owners',
  resourceType: 'organization',
  resourceId: ({ credentials }) => `${credentials.organization}`,
  variables: {
    max_administrators: { id: 'max_owners', label: 'Most owners' },
    min_administrators: { id: 'min_owners', label: 'Fewest owners', default: 2 },
  },
  remediation: ({ known, most }, { credentials: { organization } }) =>
    known.length > most
      ? `Open https://github.com/orgs/${organization}/people. Change the role of those who need not be owners to Member, and give them what they need by teams.`
      : `Open https://github.com/orgs/${organization}/people. Make a second person Owner, for the day on which the first cannot sign in.`,
})
