import type { StoredRecord } from '../../inventory/stored-record.ts'
import { inventoriesFolder, isRecordFile } from '../bundle/bundle-source.ts'
import { readBundleLines } from '../bundle/json-lines.ts'
import { openBundle } from '../bundle/open-bundle.ts'

/**
 * Reads one record of a list of a bundle, by its id; undefined if there is none. It does not verify the bundle.
 * @param list the list, by its kind and part: `account.iam`
 * @param connectionId whose list it is, in a bundle of several systems
 * @throws CheckwrightError `BUNDLE_INVALID` if it is not a bundle
 */
export async function readRecordOfBundle(
  path: string,
  { list, connectionId, id }: { readonly list: string; readonly connectionId: string; readonly id: string },
): Promise<StoredRecord | undefined> {
  const source = await openBundle(path)
  try {
    const names = [`${inventoriesFolder}/${list}.jsonl`, `${inventoriesFolder}/${connectionId}.${list}.jsonl`]
    const file = names.filter(isRecordFile).find((name) => source.has(name))
    if (file === undefined) return undefined
    const text = JSON.stringify(id)
    for await (const line of readBundleLines(source.read(file))) {
      // Only a line with these characters is worth parsing.
      const record = line.text.includes(text) ? parseRecordLine(line.text) : undefined
      if (record?.id === id) return record
    }
    return undefined
  } finally {
    await source.close()
  }
}

/** Whether a line is as it was signed is for `verifyBundle` to say; one that cannot be read shows as a record that is not there. */
export function parseRecordLine(text: string): StoredRecord | undefined {
  try {
    const record: unknown = JSON.parse(text)
    return typeof record === 'object' && record !== null && 'id' in record ? (record as StoredRecord) : undefined
  } catch {
    return undefined
  }
}
