// Restores a backup into a new store.
import { restoreBackup } from '../../../../src/things/all-stores/backup/restore-backup.ts'

const [file = '', url = ''] = process.argv.slice(2)
await restoreBackup(file, url)
