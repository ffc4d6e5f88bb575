import { fewAdministrators } from 'checkwright/questions'
import { accounts } from '../inventories/accounts.ts'

export const superAdmins = fewAdministrators(accounts, {
  id: 'super-admins',
  title: 'There are few super administrators, and more than one',
  description:
    'Counts the users with the role Super Administrator, directly or through a group. Each of them can read and change everything. With a single one, the organization depends on one person and one device. Not judged: suspended users, applications with the role, and whether somebody has activated the account yet.',
  severity: 'high',
  role: 'SUPER_ADMIN',
  plural: 'Super administrators',
  resourceId: ({ credentials }) => String(credentials.domain),
  variables: {
    max_administrators: { id: 'max_super_admins', label: 'Most super administrators' },
    min_administrators: { id: 'min_super_admins', label: 'Fewest super administrators', default: 2 },
  },
  remediation: ({ known, most }) =>
    known.length > most
      ? 'Open Security → Administrators in the Admin Console. Take the role Super Administrator from those who can do their work with a narrower one.'
      : 'Open Security → Administrators in the Admin Console. Give the role Super Administrator to a second person, for the day on which the first cannot sign in.',
})
