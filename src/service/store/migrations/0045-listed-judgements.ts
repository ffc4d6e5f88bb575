import type { Migration } from './migration.ts'

/** What lists of judgements are chosen by: most judgements may be of other connections, and say something else. */
export const listedJudgements: Migration = {
  version: 45,
  name: 'listed-judgements',
  async up({ schema }) {
    for (const column of ['connection_id', 'decision'])
      await schema
        .createIndex(`judgements_by_${column}`)
        .on('judgements')
        .columns(['organization_id', column, 'created_at_ms', 'id'])
        .execute()
  },
}
