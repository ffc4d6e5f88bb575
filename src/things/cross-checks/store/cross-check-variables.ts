import type { Kysely } from 'kysely'
import type { CrossCheckVariableStore } from '../../../crosscheck/cross-check-variable-store.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createCrossCheckVariableStore(db: Kysely<Schema>): CrossCheckVariableStore {
  return {
    async list(organizationId) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('crossCheckVariables')
        .selectAll()
        .orderBy('crossCheckId')
        .execute()
      return rows.map(({ variables, ...row }) => ({
        ...row,
        variables: parseJsonText(variables, 'cross_check_variables.variables'),
      }))
    },
    async put({ variables, ...row }) {
      const text = toJsonText(variables)
      await db
        .insertInto('crossCheckVariables')
        .values({ ...row, variables: text })
        .onConflict((conflict) => conflict.columns(['organizationId', 'crossCheckId']).doUpdateSet({ variables: text }))
        .execute()
    },
  }
}
