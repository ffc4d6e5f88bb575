import type { PaginateOptions, VendorClient } from 'checkwright'

// Slackbot is a member of every workspace, and is not marked as a bot.
const slackbot = 'USLACKBOT'

/** Accounts of the workspace, bots too, with the same request for every check and list, so that it is sent once. */
export async function* listUsers<T extends { readonly id: string; readonly is_stranger?: boolean | undefined }>(
  ctx: VendorClient,
  schema: PaginateOptions<T>['schema'],
): AsyncGenerator<T, void, undefined> {
  const users = ctx.paginate('/users.list', {
    items: 'members',
    query: { limit: 200 },
    next: { cursor: 'response_metadata.next_cursor', param: 'cursor' },
    schema,
  })
  for await (const user of users) if (user.id !== slackbot && user.is_stranger !== true) yield user
}
