import { fewAdministrators } from 'checkwright/questions'
import { accounts } from '../inventories/accounts.ts'

export const fewOwners = fewAdministrators(accounts, {
  id: 'few-owners',
  title: 'The workspace has few owners, and more than one',
  description:
    'Counts the owners of the workspace. Each of them can export messages, install any app and remove everybody. With a single one, the workspace depends on one person.',
  scopes: ['users:read'],
  role: 'owner',
  plural: 'Owners',
  resourceType: 'workspace',
  variables: {
    max_administrators: { id: 'max_owners', label: 'Most owners', default: 4 },
    min_administrators: { id: 'min_owners', label: 'Fewest owners', default: 2 },
  },
  remediation: ({ known, most }) =>
    known.length > most
      ? 'Open Settings & administration → Manage members. Change the account type of those who need not be owners to Workspace Admin or Regular Member.'
      : 'Open Settings & administration → Manage members. Make a second person Workspace Owner, for the day on which the first cannot sign in.',
})
