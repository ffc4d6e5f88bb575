import { first } from './0001-first.ts'
import type { Migration } from './migration.ts'

/** In order; append only. */
export const migrations: readonly Migration[] = [first]
