import { parseWord } from 'checkwright'
import { azure } from '../../connector.ts'
import { listSecurityContacts, toSubscriptionResource } from '../../lists.ts'
import { SecurityContact } from '../../responses.ts'

const onOff = ['On', 'on', 'Off', 'off'] as const

export const securityContact = azure.check({
  id: 'security-contact',
  title: 'Defender for Cloud notifies somebody of attacks',
  description:
    'Checks whether the subscription has a security contact with an address for alerts. Microsoft also writes to it when it sees that others accessed customer data. Not judged: whether somebody reads the messages.',
  severity: 'medium',
  controls: ['soc2:CC7.3', 'iso27001:A.5.24', 'hipaa:164.308(a)(6)(ii)'],
  scopes: ['Microsoft.Security/securityContacts/read'],
  tags: ['incident-response'],
  async run(ctx) {
    const contacts = await Array.fromAsync(listSecurityContacts(ctx, SecurityContact))
    const told = contacts.filter(
      ({ properties: { email, alertNotifications } }) =>
        email?.includes('@') &&
        // Left out if it was never set.
        parseWord(ctx, alertNotifications ?? 'Off', onOff, 'alertNotifications').toLowerCase() === 'on',
    )
    const resource = toSubscriptionResource(ctx)
    // Addresses are left out, because the fact is that there is one.
    const evidence = {
      contacts: contacts.map(({ properties: { email, alertNotifications } }) => ({
        hasAddress: Boolean(email),
        alertNotifications: alertNotifications ?? null,
      })),
    }
    if (told.length > 0) ctx.pass({ resource, title: `Contacts who are sent alerts: ${told.length}`, evidence })
    else {
      ctx.fail({
        resource,
        title: contacts.length > 0 ? 'No security contact is sent alerts' : 'There is no security contact',
        remediation:
          'Open Defender for Cloud → Environment settings → the subscription → Email notifications in the Azure portal. Enter an address that somebody reads every day, and turn on notification about alerts.',
        evidence,
      })
    }
  },
})
