import { sql } from 'kysely'
import type { Migration, MigrationDatabase } from './migration.ts'

/**
 * Whether a sign-in got the tokens of a connection, so that nobody else has them. And the addresses of webhooks, which earlier versions
 * kept with their path, as the API shows them now: of many chats the path is the secret.
 */
export const keptSecrets: Migration = {
  version: 58,
  name: 'kept-secrets',
  async up(db) {
    await db.schema
      .alterTable('credentials')
      .addColumn('granted', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await hidePaths(db)
  },
}

/** An organization has at most 20 webhooks. */
async function hidePaths(db: MigrationDatabase): Promise<void> {
  const { rows } = await sql<{
    readonly id: string
    readonly shown: string
  }>`select id, shown_target as shown from webhooks
    where shown_target like 'http%://%'`.execute(db)
  for (const { id, shown } of rows) {
    const hidden = hidePath(shown)
    if (hidden !== shown) await sql`update webhooks set shown_target = ${hidden} where id = ${id}`.execute(db)
  }
}

function hidePath(shown: string): string {
  const [, origin = '', path = ''] = /^([a-z]+:\/\/[^/]*)(.*)$/s.exec(shown) ?? []
  const segments = path.split('/').map((segment) => (segment === '' || words.test(segment) ? segment : '…'))
  return `${origin}${segments.join('/')}`
}

const words = /^(?:[A-Za-z]{1,16}(?:[._-][A-Za-z]{1,16})*|[A-Za-z]{1,10}\d{1,2})$/
