import { reportSetting } from '../../_settings/report-setting.ts'
import { workspace } from '../connector.ts'
import { judgeGroups } from '../directory.ts'
import { PostingSettings } from '../settings.ts'

// https://developers.google.com/workspace/admin/groups-settings/v1/reference/groups: a stranger is no member.
const moderating = ['MODERATE_ALL_MESSAGES', 'MODERATE_NON_MEMBERS']

export const groupsPosting = workspace.check({
  id: 'groups-posting',
  title: 'Strangers cannot write to groups without an approval',
  description:
    'Checks for every group whether anybody on the internet may post to it. Mail to a group reaches many people at once and looks as if it came from inside, which is what somebody needs who wants passwords. Accept the groups that customers write to. A group whose owners or managers approve messages of strangers passes. Not judged: strangers who may join a group and then write to it, filters of spam, and the setting of the whole account that can keep out all mail from outside.',
  severity: 'low',
  controls: ['soc2:CC6.6', 'iso27001:A.8.23', 'iso27001:A.5.14'],
  states: [],
  scopes: [
    'https://www.googleapis.com/auth/admin.directory.group.readonly',
    'https://www.googleapis.com/auth/apps.groups.settings',
  ],
  tags: ['exposure', 'mail'],
  onEmpty: 'not_applicable',
  variables: [
    {
      id: 'accepted_groups',
      label: 'Addresses of groups to which everybody may write',
      type: 'text',
      helpText: 'Separated by commas, such as support@acme.example.',
    },
  ],
  async run(ctx) {
    const accepted = (ctx.variables.accepted_groups ?? '').split(',').map((each) => each.trim().toLowerCase())
    await judgeGroups(
      ctx,
      PostingSettings,
      (resource, { whoCanPostMessage, messageModerationLevel = 'MODERATE_NONE' }) => {
        const isAccepted = accepted.includes(resource.name.toLowerCase())
        const isModerated = moderating.includes(messageModerationLevel)
        reportSetting(ctx, {
          resource,
          evidence: { whoCanPostMessage, messageModerationLevel, isAccepted },
          holds: whoCanPostMessage !== 'ANYONE_CAN_POST' || isModerated || isAccepted,
          good: isAccepted
            ? `${resource.name} is accepted`
            : `Strangers cannot write to ${resource.name}${isModerated ? ' without an approval' : ''}`,
          bad: `Anybody on the internet may write to ${resource.name}`,
          remediation: `Open Directory → Groups → ${resource.name} → Access settings in the Admin console. Let only members or the organization publish posts, or list the group as one to which everybody may write.`,
        })
      },
    )
  },
})
