import { workspace } from '../connector.ts'
import { judgeGroups } from '../directory.ts'
import { GroupSettings } from '../responses.ts'

export const groupsClosed = workspace.check({
  id: 'groups-closed',
  title: 'No group lets the internet read or join it by its own settings',
  description:
    'Checks for every group whether anybody on the internet may read its conversations, or join it. Search engines then find confidential mail to the group. Not judged: who may post to a group, its members, and the setting of the whole account that can close all groups to the outside.',
  severity: 'high',
  controls: ['soc2:CC6.7', 'iso27001:A.8.3', 'iso27001:A.8.12'],
  states: ['content-not-public'],
  scopes: [
    'https://www.googleapis.com/auth/admin.directory.group.readonly',
    'https://www.googleapis.com/auth/apps.groups.settings',
  ],
  tags: ['exposure', 'sharing'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'allow_external_members', label: 'Groups may have members from outside', type: 'boolean', default: true },
  ],
  run: (ctx) =>
    judgeGroups(ctx, GroupSettings, (resource, settings) => {
      const { name } = resource
      // Without members from outside, the other setting opens the group to the organization alone:
      // https://developers.google.com/workspace/admin/groups-settings/v1/reference/groups
      const opensDoor = settings.whoCanJoin === 'ANYONE_CAN_JOIN'
      const gaps = [
        ...(settings.whoCanViewGroup === 'ANYONE_CAN_VIEW' ? ['anybody on the internet may read it'] : []),
        ...(opensDoor && settings.allowExternalMembers === 'true' ? ['anybody on the internet may join it'] : []),
        ...(settings.allowExternalMembers === 'true' && !ctx.variables.allow_external_members
          ? ['it may have members from outside']
          : []),
      ]
      if (gaps.length === 0 && opensDoor) {
        ctx.manual({
          resource,
          title: `${name} lets anybody join, and takes no members from outside`,
          description: `Open Directory → Groups → ${name} → Access settings in the Admin console. Look whether somebody from outside can join, and choose who can join.`,
          evidence: settings,
        })
      } else if (gaps.length === 0)
        ctx.pass({ resource, title: `${name} is closed to the internet`, evidence: settings })
      else {
        ctx.fail({
          resource,
          title: `${name}: ${gaps.join(' and ')}`,
          remediation: `Open Directory → Groups → ${name} → Access settings in the Admin console. Choose "Team", "Announcement only" or "Restricted".`,
          evidence: settings,
        })
      }
    }),
})
