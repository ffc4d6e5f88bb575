import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { PasswordPolicy } from '../settings.ts'

export const localAdministratorPasswords = entra.check({
  id: 'local-administrator-passwords',
  title: 'The tenant keeps a password of its own for the local administrator of each device',
  description:
    'Checks whether the tenant accepts the passwords of local administrators of Windows (LAPS). Without it, devices often share one, and whoever finds it on one device opens them all. Not judged: whether a policy turns it on for each device, and passwords that Active Directory keeps.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.2'],
  states: ['secrets-protected', 'local-administrators-apart'],
  scopes: ['Policy.Read.DeviceConfiguration'],
  tags: ['devices', 'passwords'],
  async run(ctx) {
    const { localAdminPassword } = await ctx.get('/policies/deviceRegistrationPolicy', { schema: PasswordPolicy })
    const { isEnabled } = localAdminPassword
    reportTenant(ctx, {
      evidence: { isEnabled },
      holds: isEnabled,
      good: 'The tenant keeps passwords of local administrators',
      bad: 'The tenant does not keep passwords of local administrators',
      remediation:
        'Open Identity → Devices → All devices → Device settings in the Entra admin center. Set "Enable Microsoft Entra Local Administrator Password Solution (LAPS)" to Yes. Then create a policy for Windows LAPS in Intune.',
    })
  },
})
