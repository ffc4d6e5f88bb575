import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { PasswordPolicy } from '../settings.ts'

export const localAdministratorPasswords = entra.check({
  id: 'local-administrator-passwords',
  title: 'Each device has its own password of the local administrator',
  description:
    'Checks whether the tenant keeps the passwords of local administrators of Windows (LAPS). Without it, devices often share one, and whoever finds it on one device opens them all. Not judged: whether a policy turns it on for each device.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.2'],
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
