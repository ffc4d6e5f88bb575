import { dirname, join } from 'node:path'
import { StoreError } from '../../../errors/index.ts'
import { parseStoreUrl } from '../../../service/store/places/store-url.ts'
import type { BackupSource } from './backup-source.ts'

/** @throws StoreError `STORE_UNAVAILABLE`, `STORE_CORRUPT` */
export async function openBackupSource(url: string): Promise<BackupSource> {
  const location = parseStoreUrl(url)
  // Loaded on first use, as the stores themselves are.
  if (location.kind === 'postgres') return (await import('./postgres-source.ts')).openPostgresSource(url)
  if (location.kind === 'memory')
    throw new StoreError('A store in memory ends with its process. Name a store that lasts.', {
      code: 'STORE_UNAVAILABLE',
    })
  const { openSqliteSource } = await import('./sqlite-source.ts')
  return openSqliteSource(location.file, join(dirname(location.file), 'objects'))
}
