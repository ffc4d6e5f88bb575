// Takes the write lock of an SQLite file, says so, and commits an insert after the given time.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const [file = '', ms = '0'] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec('BEGIN IMMEDIATE')
database.exec('INSERT INTO t VALUES (1)')
console.log('locked')
await sleep(Number(ms))
database.exec('COMMIT')
database.close()
