import { fewAdministrators } from 'checkwright/questions'
import { accounts, superAdministrator } from '../inventories/accounts.ts'

export const superAdmins = fewAdministrators(accounts, {
  id: 'super-admins',
  title: 'There are few super administrators, and more than one',
  description:
    'Counts the accounts with super administrator rights. Each of them can read and change everything, including mail. With a single one, the account depends on one person. Not judged: suspended and archived accounts, and holders of narrower roles.',
  severity: 'high',
  role: superAdministrator,
  plural: 'Super administrators',
  resourceType: 'account',
  resourceId: 'my_customer',
  variables: {
    max_administrators: { id: 'max_super_admins', label: 'Most super administrators', default: 4 },
    min_administrators: { id: 'min_super_admins', label: 'Fewest super administrators', default: 2 },
  },
  remediation: ({ known, most }) =>
    known.length > most
      ? 'Open Account → Admin roles → Super Admin in the Admin console. Take the role from those who can do their work with a narrower one.'
      : 'Open Account → Admin roles → Super Admin in the Admin console. Give the role to a second account, for the day on which the first cannot sign in.',
})
