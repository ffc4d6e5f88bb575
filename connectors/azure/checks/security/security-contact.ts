import { azure } from '../../connector.ts'
import { reportContacts } from '../../security-contacts.ts'

export const securityContact = azure.check({
  id: 'security-contact',
  title: 'Defender for Cloud sends alerts to a security contact',
  description:
    'Checks whether the subscription has a security contact that is on, has an address and gets alerts. Microsoft also writes to it when it sees that others accessed customer data. Not judged: from which severity on alerts are sent, messages to holders of roles, and whether somebody reads them.',
  severity: 'medium',
  controls: ['soc2:CC7.3', 'iso27001:A.5.24', 'hipaa:164.308(a)(6)(ii)'],
  states: ['alerts-reach-somebody', 'contacts-named'],
  scopes: ['Microsoft.Security/securityContacts/read'],
  tags: ['incident-response'],
  run: (ctx) =>
    reportContacts(ctx, {
      tells: ({ sendsAlerts, hasAddress }) => sendsAlerts && hasAddress,
      good: 'A security contact is sent alerts',
      bad: 'No security contact is sent alerts',
      remediation:
        'Open Defender for Cloud → Environment settings → the subscription → Email notifications in the Azure portal. Enter an address that somebody reads every day, and turn on notification about alerts.',
    }),
})
