import { entra } from '../connector.ts'
import { listRegistrations } from '../directory.ts'

export const secondFactorRegistered = entra.check({
  id: 'second-factor-registered',
  title: 'Everybody has registered a second factor',
  description:
    'Checks for every member whether a method for a second factor is registered. Without one, Microsoft cannot ask for it, or an attacker can register their own. Guests register with their own organization; they are judged if include_guests is set.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  scopes: ['AuditLog.Read.All'],
  tags: ['mfa', 'authentication'],
  variables: [{ id: 'include_guests', label: 'Judge guests as well', type: 'boolean', default: false }],
  async run(ctx) {
    for await (const { id, userPrincipalName: name, userType, isAdmin, isMfaRegistered } of listRegistrations(ctx)) {
      const resource = { type: 'user', id, name }
      const evidence = { isMfaRegistered, isAdmin: isAdmin ?? 'not told', userType: userType ?? 'not told' }
      if (userType === 'guest' && !ctx.variables.include_guests)
        ctx.notApplicable({ resource, title: `${name} is a guest`, evidence })
      else if (isMfaRegistered) ctx.pass({ resource, title: `${name} has registered a second factor`, evidence })
      else {
        ctx.fail({
          resource,
          severity: isAdmin ? 'critical' : 'high',
          title: `${name} has registered no second factor${isAdmin ? ', and is an administrator' : ''}`,
          remediation: `Ask ${name} to register under https://aka.ms/mfasetup. To ask everybody, open Protection → Authentication methods → Registration campaign in the Entra admin center.`,
          evidence,
        })
      }
    }
  },
})
