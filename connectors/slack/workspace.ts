import type { CheckContext, VendorClient } from 'checkwright'
import { User } from './responses.ts'

/** Somebody who can sign in. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly isOwner: boolean
  /** Undefined for members; guests see one channel or several. */
  readonly guestOf: 'one channel' | 'several channels' | undefined
  /** Undefined if Slack does not send it; only owners get it. */
  readonly hasSecondFactor: boolean | undefined
}

// Slackbot is a member of every workspace, and is not marked as a bot.
const slackbot = 'USLACKBOT'

/** People who can sign in: no bots, no deactivated accounts, and no members of other workspaces. */
export async function* listPeople(
  ctx: VendorClient & Pick<CheckContext, 'cannotTell'>,
): AsyncGenerator<Person, void, undefined> {
  const users = ctx.paginate('/users.list', {
    items: 'members',
    query: { limit: 200 },
    next: { cursor: 'response_metadata.next_cursor', param: 'cursor' },
    schema: User,
  })
  for await (const user of users)
    if (!user.deleted && !user.is_bot && !user.is_stranger && user.id !== slackbot) yield toPerson(ctx, user)
}

// Slack sends the flags of all active people, including false ones.
// https://docs.slack.dev/reference/objects/user-object
function toPerson(ctx: Pick<CheckContext, 'cannotTell'>, user: User): Person {
  const demand = (flag: 'is_owner' | 'is_restricted' | 'is_ultra_restricted'): boolean =>
    user[flag] ??
    ctx.cannotTell({ kind: 'schema_drift', message: `Slack's answer has no ${flag} for ${user.name}, an active user.` })
  const isOwner = demand('is_owner')
  const isOfOneChannel = demand('is_ultra_restricted')
  const isGuest = demand('is_restricted') || isOfOneChannel
  const guestOf = isOfOneChannel ? 'one channel' : isGuest ? 'several channels' : undefined
  return { id: user.id, name: user.name, isOwner, guestOf, hasSecondFactor: user.has_2fa }
}
