import type { Facts } from '../../../test/connectors/description.ts'
import { AccessLogs, BillableInfo, Channel, ListedUser, TeamInfo, User } from '../responses.ts'

/** The connector's requests to Slack's Web API. */
export const facts: Facts = {
  source: 'slackapi/slack-api-specs 1.7.0, archived in 2021',
  operations: {
    'GET /users.list': [
      {
        reads: User,
        at: 'members.[]',
        open: { 'deleted may be absent': 'Slack sends it of everybody, as recorded answers show' },
      },
      { reads: ListedUser, at: 'members.[]' },
    ],
    'GET /team.info': { reads: TeamInfo },
    'GET /conversations.list': {
      reads: Channel,
      at: 'channels.[]',
      open: {
        'is_ext_shared may be absent': 'Slack always sends it, and a channel without it may be shared',
        'is_pending_ext_shared may be absent': 'Slack always sends it, and a channel without it may be shared',
      },
    },
    'GET /team.accessLogs': { reads: AccessLogs },
    'GET /team.billableInfo': {
      reads: BillableInfo,
      open: {
        'billable_info is not declared': 'the description says that no schema is at hand, and shows it by an example',
        'response_metadata is not declared':
          'the description is older than the pages: https://docs.slack.dev/reference/methods/team.billableInfo',
      },
    },
  },
}
