// Writes a backup of a store.
import { writeBackup } from '../../../../src/things/all-stores/backup/write-backup.ts'

const [url = '', file = ''] = process.argv.slice(2)
await writeBackup(url, file)
