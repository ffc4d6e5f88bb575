import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { listSecurityContacts, toSubscriptionResource } from '../../lists.ts'
import { OwnerContact } from '../../settings.ts'

export const securityContactOwners = azure.check({
  id: 'security-contact-owners',
  title: 'Owners are told of attacks too',
  description:
    'Checks whether Defender for Cloud sends its alerts to the owners of the subscription, beside the security contact. Owners change with the role, while the address of a contact is often that of somebody who left. Not judged: whether somebody reads the messages.',
  severity: 'low',
  controls: ['soc2:CC7.3', 'iso27001:A.5.24', 'hipaa:164.308(a)(6)(ii)'],
  scopes: ['Microsoft.Security/securityContacts/read'],
  tags: ['incident-response'],
  async run(ctx) {
    const contacts = await Array.fromAsync(listSecurityContacts(ctx, OwnerContact))
    const alertsToAdmins = contacts.map(({ properties }) => properties.alertsToAdmins)
    reportSetting(ctx, {
      resource: toSubscriptionResource(ctx),
      evidence: { alertsToAdmins },
      holds: alertsToAdmins.some((each) => each.toLowerCase() === 'on'),
      good: 'Owners are sent alerts',
      bad: contacts.length > 0 ? 'Owners are not sent alerts' : 'There is no security contact',
      remediation:
        'Open Defender for Cloud → Environment settings → the subscription → Email notifications in the Azure portal. Choose "All users with the following roles" with Owner.',
    })
  },
})
