import { slack } from '../connector.ts'
import { Channel } from '../responses.ts'

export const sharedChannels = slack.check({
  id: 'shared-channels',
  title: 'Channels that are shared with other companies are known',
  description:
    'Lists the channels that people of other organizations can read. They include public channels without the person who connected. Messages there leave the company. Not judged: private channels without the person who connected, and direct messages.',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.8.12'],
  states: ['sharing-limited'],
  scopes: ['channels:read', 'groups:read'],
  tags: ['sharing', 'exposure'],
  onEmpty: 'not_applicable',
  variables: [
    {
      id: 'accepted_channels',
      label: 'Names of channels that may be shared',
      type: 'text',
      helpText: 'Separated by commas.',
    },
  ],
  async run(ctx) {
    const accepted = (ctx.variables.accepted_channels ?? '').split(',').map((name) => name.trim().replace(/^#/, ''))
    const channels = ctx.paginate('/conversations.list', {
      items: 'channels',
      query: { types: 'public_channel,private_channel', exclude_archived: true, limit: 200 },
      next: { cursor: 'response_metadata.next_cursor', param: 'cursor' },
      schema: Channel,
    })
    for await (const { id, name, is_ext_shared: isShared, is_pending_ext_shared: isPending } of channels) {
      const resource = { type: 'channel', id, name }
      const evidence = { shared: isShared, invitationPending: isPending }
      if (!isShared && !isPending) ctx.pass({ resource, title: `#${name} is not shared`, evidence })
      else if (accepted.includes(name)) ctx.pass({ resource, title: `#${name} may be shared`, evidence })
      else {
        ctx.manual({
          resource,
          title: `#${name} ${isShared ? 'is shared with another organization' : 'is about to be shared'}`,
          description: `Decide whether #${name} may be shared. If so, add it to accepted_channels. If not, open its details and choose Settings → Disconnect from other organizations.`,
          evidence,
        })
      }
    }
  },
})
