import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { pages } from '../../lists.ts'
import { ActionGroup } from '../../settings.ts'

export const actionGroups = azure.check({
  id: 'action-groups',
  title: 'Action groups reach somebody',
  description:
    'Checks for every action group whether it is on and has somebody or something to tell. An alert that calls an empty group is silent, and nobody sees that. A receiver who turned messages off does not count. Not judged: whether an address still works, and rules that suppress notifications.',
  severity: 'medium',
  controls: ['soc2:CC7.3', 'iso27001:A.5.24', 'hipaa:164.308(a)(6)(ii)'],
  states: ['alerts-reach-somebody', 'contacts-named'],
  scopes: ['Microsoft.Insights/actionGroups/read'],
  tags: ['monitoring', 'incident-response'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const groups = ctx.paginate('/providers/Microsoft.Insights/actionGroups', {
      query: { 'api-version': '2021-09-01' },
      schema: ActionGroup,
      resource: { type: 'action-group', id: 'id', name: 'name' },
      ...pages,
    })
    for await (const { id, name, properties } of groups) {
      const { enabled, emailReceivers, smsReceivers, ...others } = properties
      const messages = [...(emailReceivers ?? []), ...(smsReceivers ?? [])].filter(({ status }) => status === 'Enabled')
      const receivers = messages.length + Object.values(others).flatMap((each) => each ?? []).length
      reportSetting(ctx, {
        resource: { type: 'action-group', id, name },
        // Addresses and numbers are left out, because the fact is how many there are.
        evidence: { enabled, receivers },
        holds: enabled && receivers > 0,
        good: `${name} reaches receivers: ${receivers}`,
        bad: enabled ? `${name} reaches nobody` : `${name} is off`,
        remediation: `Open Monitor → Alerts → Action groups → ${name} in the Azure portal. Enable it and add somebody who reads messages every day, or delete it after changing the alerts that call it.`,
      })
    }
  },
})
