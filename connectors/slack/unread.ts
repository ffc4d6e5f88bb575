/** Members of answers that stand beside those by which a check decides, and why none reads them. */
export const unread = [
  {
    of: 'GET /users.list members',
    members: ['is_app_user', 'is_external', 'is_forgotten', 'tz_offset', 'updated', 'teams'],
    because:
      'Whether a person belongs to the workspace is said by team_id and is_stranger, and who has left by deleted. Which app asks, and when and where a person is, changes nothing.',
  },
  {
    of: 'GET /users.list members.enterprise_user',
    members: ['is_admin', 'is_owner', 'teams'],
    because: 'Rights in the organization are not those in the workspace.',
  },
  {
    of: 'GET /users.list members.profile',
    members: [
      'always_active',
      'fields',
      'is_app_user',
      'is_custom_image',
      'is_restricted',
      'is_ultra_restricted',
      'memberships_count',
      'status_expiration',
      'updated',
    ],
    because: 'A profile is how a person presents themselves. What they are is said by the user that has it.',
  },
  {
    of: 'GET /team.info team',
    members: [
      'archived',
      'created',
      'date_create',
      'deleted',
      'is_assigned',
      'is_over_storage_limit',
      'limit_ts',
      'messages_count',
      'msg_edit_window_mins',
      'over_integrations_limit',
      'over_storage_limit',
      'plan',
    ],
    because:
      'Size, age and plan of a workspace say nothing of how its people sign in. One that is archived refuses the token.',
  },
  {
    of: 'GET /team.info team',
    members: ['is_enterprise'],
    because: 'A workspace of an Enterprise organization has its enterprise_id, which is read.',
  },
  {
    of: 'GET /conversations.list channels',
    members: [
      'connected_team_ids',
      'internal_team_ids',
      'is_global_shared',
      'is_org_shared',
      'is_shared',
      'pending_connected_team_ids',
      'pending_shared',
      'shared_team_ids',
      'shares',
    ],
    because:
      'is_ext_shared and is_pending_ext_shared say whether another organization is in the channel or invited. Workspaces of the own organization are no others.',
  },
  {
    of: 'GET /conversations.list channels',
    members: [
      'is_archived',
      'is_channel',
      'is_group',
      'is_im',
      'is_mpim',
      'is_moved',
      'is_open',
      'is_private',
      'is_user_deleted',
    ],
    because: 'The request asks for channels that are not archived, public and private ones, and both are judged alike.',
  },
  {
    of: 'GET /conversations.list channels',
    members: [
      'created',
      'has_pins',
      'is_frozen',
      'is_general',
      'is_member',
      'is_non_threadable',
      'is_org_default',
      'is_org_mandatory',
      'is_read_only',
      'is_starred',
      'is_thread_only',
      'members',
      'num_members',
      'pin_count',
      'previous_names',
      'priority',
      'timezone_count',
      'unlinked',
      'unread_count',
      'unread_count_display',
      'version',
    ],
    because: 'Who reads and writes in a channel, and how it is shown, changes nothing of whether it is shared.',
  },
  {
    of: 'GET /team.accessLogs logins',
    members: ['count', 'date_first'],
    because: 'The last time of an entry is at least as new as its first.',
  },
]

/** What no check judges, and the members that would say it. */
export const notJudged = [
  {
    says: 'When the access of a guest ends by itself.',
    of: 'GET /users.list members.profile',
    members: ['guest_expiration_ts'],
  },
  {
    says: 'Whether the messages of the workspace can be exported for an investigation.',
    of: 'GET /team.info team',
    members: ['has_compliance_export'],
  },
]
