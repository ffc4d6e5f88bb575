import type { Migration } from './migration.ts'

/** Whether a sign-in got the tokens for the connection, so that nobody else has them. */
export const grantedTokens: Migration = {
  version: 59,
  name: 'granted-tokens',
  async up({ schema }) {
    await schema
      .alterTable('credentials')
      .addColumn('granted', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
