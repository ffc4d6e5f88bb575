// expect line 9: Argument of type '"workers"' is not assignable to parameter of type

import type { Kysely } from 'kysely'
import { ofOrganization } from '../../../src/service/store/sql/of-organization.ts'
import type { Schema } from '../../../src/service/store/sql/tables.ts'

// Workers are of no organization.
export function listWorkers(db: Kysely<Schema>) {
  return ofOrganization(db, 'acme').selectFrom('workers').selectAll().execute()
}
