// Writes a backup of a store.
import { writeBackup } from '../../../src/store/backup/write-backup.ts'

const [url = '', file = ''] = process.argv.slice(2)
await writeBackup(url, file)
