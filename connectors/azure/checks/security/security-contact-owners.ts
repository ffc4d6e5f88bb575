import { azure } from '../../connector.ts'
import { reportContacts } from '../../security-contacts.ts'

export const securityContactOwners = azure.check({
  id: 'security-contact-owners',
  title: 'Owners are told of attacks too',
  description:
    'Checks whether Defender for Cloud sends its alerts to the owners of the subscription, beside the security contact. Owners change with the role, while the address of a contact is often that of somebody who left. Not judged: from which severity on alerts are sent, and whether somebody reads the messages.',
  severity: 'low',
  controls: ['soc2:CC7.3', 'iso27001:A.5.24', 'hipaa:164.308(a)(6)(ii)'],
  states: ['alerts-reach-somebody', 'contacts-named'],
  scopes: ['Microsoft.Security/securityContacts/read'],
  tags: ['incident-response'],
  run: (ctx) =>
    reportContacts(ctx, {
      tells: ({ sendsAlerts, roles }) => sendsAlerts && roles.includes('Owner'),
      good: 'Owners are sent alerts',
      bad: 'Owners are not sent alerts',
      remediation:
        'Open Defender for Cloud → Environment settings → the subscription → Email notifications in the Azure portal. Choose "All users with the following roles" with Owner, and turn on notification about alerts.',
    }),
})
