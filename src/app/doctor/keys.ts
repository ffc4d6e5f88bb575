import { CheckwrightError } from '../../errors/index.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { proveMasterKeys } from '../../service/store/keys/key-check.ts'
import type { MasterKeys } from '../../service/store/keys/master-keys.ts'
import { parseStoreUrl } from '../../service/store/places/store-url.ts'
import { countNoun } from '../../text/count-noun.ts'
import { type ShellWords, shell } from '../../text/quote-for-shell.ts'
import { listMasterKeyUses, resolveKeys } from '../../things/all-stores/index.ts'
import type { StoreInspection } from '../../things/all-stores/inspect-store.ts'
import type { DoctorFinding, ExaminedService } from './doctor-finding.ts'
import { describeError } from './message.ts'

/**
 * The place of the master keys, whether only this user can read them, and whether they open the store. It makes no
 * keys.
 */
export async function examineKeys(
  patient: ExaminedService,
  inspection: StoreInspection | undefined,
): Promise<DoctorFinding[]> {
  const { storeUrl, env } = patient
  let keys: MasterKeys
  try {
    if (parseStoreUrl(storeUrl).kind === 'memory') return []
    keys = await resolveKeys({ env, storeUrl, create: false })
  } catch (error) {
    const isSealed = inspection !== undefined && inspection.version > 0 && (await inspection.dataKeys.list()).length > 0
    if (error instanceof CheckwrightError && error.code === 'KEYS_MISSING' && !isSealed && isSqlite(storeUrl))
      return [
        {
          id: 'keys',
          level: 'note',
          says: describeError(error),
          advice: 'Keep a copy of it then, in another place than the store.',
        },
      ]
    const lost = isSealed
      ? 'Without the right key, the credentials in the store cannot be decrypted. Restore the key. Do not create another one.'
      : 'Give the keys in CHECKWRIGHT_KEYS, or in a file that CHECKWRIGHT_KEY_FILE names.'
    return [{ id: 'keys', level: 'problem', says: describeError(error), advice: lost }]
  }
  const source: DoctorFinding = {
    id: 'keys',
    level: 'ok',
    says: `${countNoun(keys.ids.length, 'master key')} from ${keys.source.replace(/^The /, 'the ')}; "${keys.currentId}" seals`,
  }
  if (inspection === undefined || inspection.version === 0) return [source]
  return [source, ...(await examineKeysAgainstStore(keys, inspection, patient))]
}

async function examineKeysAgainstStore(
  keys: MasterKeys,
  { dataKeys }: StoreInspection,
  { storeUrl, env }: ExaminedService,
): Promise<DoctorFinding[]> {
  const command = (words: ShellWords) => formatCommand(words, { store: storeUrl, org: undefined }, env)
  try {
    await proveMasterKeys({ keys, dataKeys })
  } catch (error) {
    return [
      {
        id: 'keys.fit',
        level: 'problem',
        says: describeError(error),
        advice: 'Restore the key that this store was encrypted with. Do not create another one.',
      },
    ]
  }
  const uses = await listMasterKeyUses({ keys, dataKeys })
  const missing = uses.filter(({ configured }) => !configured)
  if (missing.length > 0) {
    const names = missing.map(({ id, dataKeys: count }) => `"${id}" (${countNoun(count, 'data key')})`).join(', ')
    return [
      {
        id: 'keys.fit',
        level: 'problem',
        says: `The store needs master keys that are not configured: ${names}.`,
        advice: `Add them behind the current one; "${command(shell`keys status`)}" shows them.`,
      },
    ]
  }
  const retired = uses.filter(({ current, dataKeys: count }) => !current && count > 0)
  if (retired.length > 0)
    return [
      {
        id: 'keys.fit',
        level: 'note',
        says: `They open the store; ${retired.map(({ id }) => `"${id}"`).join(', ')} is still needed.`,
        advice: `Run "${command(shell`keys rotate`)}" to retire it.`,
      },
    ]
  return [{ id: 'keys.fit', level: 'ok', says: 'They decrypt the credentials in the store' }]
}

function isSqlite(storeUrl: string): boolean {
  return parseStoreUrl(storeUrl).kind === 'sqlite'
}
