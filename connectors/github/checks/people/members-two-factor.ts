import { secondFactor } from 'checkwright/questions'
import { members } from '../../inventories/members.ts'

export const membersTwoFactor = secondFactor(members, {
  id: 'members-two-factor',
  title: 'Every member has two-factor authentication',
  description:
    'Checks for every member of the organization whether two-factor authentication is enabled. Anybody who learns the password of a member without it can read and change everything that the member can. Of enterprise managed users GitHub cannot tell it, because the identity provider holds their second factor.',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  resourceType: 'user',
  remediation: ({ name }, { credentials: { organization } }) =>
    `Ask ${name} to enable two-factor authentication under https://github.com/settings/security, or remove the account under https://github.com/orgs/${organization}/people.`,
})
