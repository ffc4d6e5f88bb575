import { addThingTables } from '../../service/fields/thing-migrations.ts'
import { migrations } from '../../service/store/migrations/index.ts'
import { declaredThings } from '../declared/declared-things.ts'

/** The steps of the schema, with the tables of declared things. */
export const storeMigrations = addThingTables(migrations, declaredThings)
