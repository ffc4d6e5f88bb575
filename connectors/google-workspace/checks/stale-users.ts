import { staleAccounts } from 'checkwright/questions'
import { accounts } from '../inventories/accounts.ts'

export const staleUsers = staleAccounts(accounts, {
  id: 'stale-users',
  title: 'Accounts that nobody uses are suspended',
  description:
    'Checks the last sign-in of every account that can sign in. An unused account belongs to somebody who left or changed jobs, and nobody would notice that somebody else uses it. Not judged: applications that act for an account without a sign-in.',
  tags: ['leavers', 'accounts'],
  resourceType: 'user',
  variables: { max_idle_days: { id: 'max_unused_days', label: 'Longest time without sign-in, days' } },
  remediation: ({ name, email }) =>
    `Ask the manager of ${name} whether the account is still needed. If it is not, open Directory → Users → ${email ?? name} in the Admin console and choose Suspend user.`,
})
